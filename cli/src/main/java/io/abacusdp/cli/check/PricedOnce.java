package io.abacusdp.cli.check;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.DpEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The tightest accountant, which in one check of several files prices the same events once. For use by one thread. */
final class PricedOnce implements Accountant {
    private final Accountant accountant = AutoAccountant.best();
    private final Map<Question, Guarantee> known = new HashMap<>();

    private record Question(DpEvent event, Adjacency adjacency, double delta) {}

    @Override
    public String name() {
        return accountant.name();
    }

    @Override
    public Optional<UnsupportedEventException> refusal(DpEvent event, Adjacency adjacency) {
        return accountant.refusal(event, adjacency);
    }

    @Override
    public PrivacyProfile profile(DpEvent event, Adjacency adjacency) {
        return accountant.profile(event, adjacency);
    }

    @Override
    public Guarantee epsilon(DpEvent event, Adjacency adjacency, double delta) {
        return known.computeIfAbsent(
                new Question(event, adjacency, delta), asked -> accountant.epsilon(event, adjacency, delta));
    }
}

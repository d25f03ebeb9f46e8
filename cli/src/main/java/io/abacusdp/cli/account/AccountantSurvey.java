package io.abacusdp.cli.account;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.option.Accountants;
import io.abacusdp.cli.option.RenyiOptions;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.Timed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What all accountants say about one event.
 *
 * @param guarantees by those that can account it, at least one
 * @param refusals of the others: why, by name
 */
record AccountantSurvey(List<Timed<Guarantee>> guarantees, Map<String, String> refusals) {
    /**
     * Asks them all for epsilon.
     *
     * @throws UnsupportedEventException if none can account the event
     */
    static AccountantSurvey epsilon(RenyiOptions renyi, DpEvent event, Adjacency adjacency, double delta) {
        List<Timed<Guarantee>> guarantees = new ArrayList<>();
        Map<String, String> refusals = new LinkedHashMap<>();
        List<UnsupportedEventException> thrown = new ArrayList<>();
        for (String name : Accountants.surveyed()) {
            Accountant accountant = renyi.accountant(name);
            try {
                Timed<Guarantee> guarantee = Timed.once(() -> accountant.epsilon(event, adjacency, delta));
                // One that handed over to another has nothing of its own to say.
                if (guarantee.result().accountant().equals(name)) {
                    guarantees.add(guarantee);
                } else {
                    refusals.put(name, String.join("; ", guarantee.result().notes()));
                }
            } catch (UnsupportedEventException e) {
                refusals.put(name, CommandFailures.message(e));
                thrown.add(e);
            }
        }
        if (guarantees.stream().noneMatch(one -> one.result().lower().isPresent())) {
            addByParts(guarantees, event, adjacency, delta);
        }
        if (guarantees.isEmpty()) {
            throw thrown.get(0);
        }
        return new AccountantSurvey(guarantees, refusals);
    }

    /** Adds what is only known from parts of the event, such as one of the runs of which the best is released. */
    private static void addByParts(
            List<Timed<Guarantee>> guarantees, DpEvent event, Adjacency adjacency, double delta) {
        try {
            Timed<Guarantee> best = Timed.once(() -> AutoAccountant.best().epsilon(event, adjacency, delta));
            String name = best.result().accountant();
            if (guarantees.stream().noneMatch(one -> one.result().accountant().equals(name))) {
                guarantees.add(
                        0,
                        best.map(found -> new Guarantee(
                                found.epsilon(),
                                found.delta(),
                                found.lower(),
                                found.order(),
                                found.adjacency(),
                                name,
                                List.of())));
            }
        } catch (UnsupportedEventException e) {
            // Whoever refused before has said why.
            return;
        }
    }
}

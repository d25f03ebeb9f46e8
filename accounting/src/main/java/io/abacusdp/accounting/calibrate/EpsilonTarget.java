package io.abacusdp.accounting.calibrate;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.event.DpEvent;
import java.util.Objects;

/**
 * An (epsilon, delta) by an accountant.
 *
 * <p>Example: {@code new EpsilonTarget(AutoAccountant.best(), Adjacency.ADD_OR_REMOVE_ONE, 2, 1e-5)}.
 *
 * @param epsilon finite, not negative
 * @param delta in [0, 1)
 */
public record EpsilonTarget(Accountant accountant, Adjacency adjacency, double epsilon, double delta)
        implements Target {
    public EpsilonTarget {
        Objects.requireNonNull(accountant, "accountant");
        Objects.requireNonNull(adjacency, "adjacency");
        PrivacyProfile.checkEpsilon(epsilon);
        PrivacyProfile.checkDelta(delta);
    }

    @Override
    public double limit() {
        return epsilon;
    }

    @Override
    public double cost(DpEvent event) {
        return guarantee(event).epsilon();
    }

    @Override
    public Guarantee guarantee(DpEvent event) {
        return accountant.epsilon(event, adjacency, delta);
    }

    @Override
    public String describe(double value) {
        return "epsilon %s at delta %s by the %s accountant under %s"
                .formatted(value, delta, accountant.name(), adjacency.id());
    }

    @Override
    public String remedy() {
        return "no epsilon is finite at this delta; a larger delta is needed";
    }
}

package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import java.util.function.DoubleFunction;

/**
 * The least of a profile and of those in which outcomes of some mass are counted as failures. Each is a bound, whatever the mass;
 * a thousandth of the delta in question is little of it, and leaves all outcomes that matter.
 */
final class CutProfile implements PrivacyProfile {
    private static final double SHARE = 1e-3;

    /** From a delta of 1 by thousandths to the least there is. */
    private static final int MAX_ROUNDS = 120;

    private final PrivacyProfile plain;
    private final DoubleFunction<RdpProfile> cut;

    CutProfile(PrivacyProfile plain, DoubleFunction<RdpProfile> cut) {
        this.plain = plain;
        this.cut = cut;
    }

    @Override
    public Guarantee epsilon(double delta) {
        Guarantee whole = plain.epsilon(delta);
        if (!(delta * SHARE > Double.MIN_NORMAL) || whole.epsilon() == 0) {
            return whole;
        }
        // What is found here by a little more is not worth a delta that is found otherwise.
        double limit = 0.999 * whole.epsilon();
        Guarantee rest = cut.apply(delta * SHARE).unconfirmed(delta, limit);
        return rest.epsilon() < limit ? confirmed(rest, delta) : whole;
    }

    /** The epsilon, raised until {@link #delta} at it does not exceed the given delta, as that may cut elsewhere. */
    private Guarantee confirmed(Guarantee found, double delta) {
        Guarantee raised = found;
        for (double step = 1e-9; delta(raised.epsilon()).delta() > delta; step *= 8) {
            raised = new Guarantee(
                    found.epsilon() * (1 + step),
                    delta,
                    found.lower(),
                    found.order(),
                    found.adjacency(),
                    found.accountant(),
                    found.notes());
        }
        return raised;
    }

    @Override
    public Guarantee delta(double epsilon) {
        Guarantee best = plain.delta(epsilon);
        for (int round = 0; round < MAX_ROUNDS && best.delta() * SHARE > Double.MIN_NORMAL; round++) {
            Guarantee rest = cut.apply(best.delta() * SHARE).delta(epsilon);
            if (!(rest.delta() < best.delta())) {
                break;
            }
            boolean enough = rest.delta() > 0.999 * best.delta();
            best = rest;
            if (enough) {
                break;
            }
        }
        return best;
    }
}

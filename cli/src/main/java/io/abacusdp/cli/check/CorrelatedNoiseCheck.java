package io.abacusdp.cli.check;

import static io.abacusdp.cli.check.StatedEpsilon.exact;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledInTurn;
import io.abacusdp.accounting.matrix.BufferedLinear;
import io.abacusdp.training.noise.NoiseMatrix;
import io.abacusdp.training.sampling.Lots;
import io.abacusdp.training.sampling.PoissonLots;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.StepPlan;
import java.util.Arrays;

/**
 * Whether the charges of a run with correlated noise are those of its matrix and its lots: the matrix is taken from the report, its sensitivity worked out again, and
 * the charge of every step with it.
 */
final class CorrelatedNoiseCheck {
    /** Of a stranger's file. */
    private static final long MOST_STEPS = 1 << 22;

    private final Findings findings;
    private final String file;
    private final JsonFields settings;

    CorrelatedNoiseCheck(Findings findings, String file, JsonFields settings) {
        this.findings = findings;
        this.file = file;
        this.settings = settings;
    }

    /** Whether the report says that noise is correlated. */
    static boolean isOf(JsonFields settings) {
        return settings.has("noise matrix");
    }

    /**
     * Checks the charges.
     *
     * @param lots as independent noise would have them
     * @param planned number of steps
     */
    void check(ChargedSteps charges, Lots lots, long planned, double noiseMultiplier) throws UnreadableException {
        if (planned < 1 || planned > MOST_STEPS || charges.count() > MOST_STEPS) {
            findings.unknown(file, "whether its charges are those of its noise matrix: there are too many steps");
            return;
        }
        StepPlan plan = plan(lots, planned).withNoise(noiseMultiplier);
        double stated = PageCheck.number(settings.text("sensitivity of the noise matrix"));
        findings.require(
                stated >= plan.sensitivity() * (1 - 1e-12),
                file,
                "sensitivity %s of the noise matrix, worked out again".formatted(exact(stated)),
                "a sensitivity of %s is stated for the noise matrix, which has %s"
                        .formatted(exact(stated), exact(plan.sensitivity())));
        if (settings.has("noise added") && settings.has("sensitivity of sums")) {
            double added = times("noise added");
            double needed = noiseMultiplier * plan.sensitivity() * times("sensitivity of sums");
            findings.require(
                    added >= needed * (1 - 1e-12),
                    file,
                    "noise added is that of the matrix's sensitivity",
                    "noise of %s times the clipping norm is added, and the matrix needs %s"
                            .formatted(exact(added), exact(needed)));
        }
        compare(charges, plan);
    }

    private double times(String name) throws UnreadableException {
        return PageCheck.number(settings.text(name).replace(" times the clipping norm", ""));
    }

    private void compare(ChargedSteps charges, StepPlan plan) {
        long step = 0;
        long begun = 0;
        long at = 0;
        for (Repeated phase : charges.phases()) {
            for (long i = 0; i < phase.count(); i++, at++) {
                DpEvent charge = ChargedSteps.ofRecord(phase.event());
                if (step < plan.steps() && isAtLeast(charge, plan.charge(step, 0))) {
                    step++;
                } else if (isAtLeast(charge, plan.charge(0, 0))) {
                    step = 1;
                    begun++;
                } else {
                    findings.wrong(
                            file, "charge %d is less than what its noise matrix and lots cost there".formatted(at + 1));
                    return;
                }
            }
        }
        findings.holds(file, "every charge is that of its noise matrix and lots");
        if (begun > 0) {
            findings.unknown(
                    file,
                    "whether the run was resumed %d times, each with a new matrix and noise of its own, as its charges say"
                            .formatted(begun));
        }
    }

    private static boolean isAtLeast(DpEvent charge, DpEvent needed) {
        if (charge.equals(needed) || charge instanceof NonPrivate) {
            return true;
        }
        if (charge instanceof Gaussian one && needed instanceof Gaussian other) {
            return one.noiseMultiplier() <= other.noiseMultiplier() * (1 + 1e-12);
        }
        return charge instanceof SampledInTurn one
                && needed instanceof SampledInTurn other
                && one.rate() >= other.rate()
                && !(one.event() instanceof NoOp)
                && isAtLeast(one.event(), other.event());
    }

    private StepPlan plan(Lots lots, long planned) throws UnreadableException {
        try {
            NoiseMatrix matrix = matrix();
            Lots drawn = lots instanceof PoissonLots poisson && matrix instanceof NoiseMatrix.Banded banded
                    ? poisson.inGroups(banded.bands())
                    : lots;
            return StepPlan.correlated(drawn, new Clipping.Flat(1), matrix, planned);
        } catch (IllegalArgumentException e) {
            throw new UnreadableException("has a noise matrix that is none, or none for its sampling", e);
        }
    }

    private NoiseMatrix matrix() throws UnreadableException {
        String id = settings.text("noise matrix");
        if (id.equals("tree")) {
            return new NoiseMatrix.Tree();
        }
        if (id.equals("blt")) {
            return new NoiseMatrix.Buffered(BufferedLinear.of(numbers("noise omegas"), numbers("noise lambdas")));
        }
        NoiseMatrix.Banded banded = NoiseMatrix.Banded.of(numbers("noise coefficients"));
        if (!banded.id().equals(id)) {
            throw new UnreadableException("names the noise matrix %s, and has that of %s".formatted(id, banded.id()));
        }
        return banded;
    }

    private double[] numbers(String name) throws UnreadableException {
        String text = settings.text(name);
        if (!text.matches("\\[[0-9.E, +-]+]") || text.length() > 1 << 20) {
            throw new UnreadableException("has no list of numbers as its " + name);
        }
        return Arrays.stream(text.substring(1, text.length() - 1).split(","))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }
}

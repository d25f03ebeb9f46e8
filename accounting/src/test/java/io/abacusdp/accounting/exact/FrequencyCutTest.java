package io.abacusdp.accounting.exact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is left out beyond the last frequency, against sums over the characteristic function itself on lattices of its own. */
class FrequencyCutTest {
    private static final int CUTS = Integer.getInteger("exact.cuts", 60);
    private static final int FREQUENCIES = 400;

    @Test
    void sums_randomCompositions_areAboveWhatIsLeftOut() {
        SplittableRandom random = new SplittableRandom(21);
        int close = 0;
        int found = 0;
        for (int i = 0; i < CUTS; i++) {
            List<MechanismLoss> factors = factors(random);
            ComposedLoss loss = new ComposedLoss(factors);
            double t = random.nextDouble() < .5 ? random.nextDouble(.05, 6) : -random.nextDouble(1.1, 4);
            double need = random.nextDouble(3, 35);
            boolean onlyDelta = random.nextBoolean();
            FrequencyCut cut;
            try {
                cut = FrequencyCut.after(loss, t, need, onlyDelta, 1e7);
            } catch (SlowDecayException e) {
                continue;
            }
            found++;
            double[] leftOut = leftOut(factors, t, cut.omega());
            String what = factors + " t " + t + " need " + need + " " + cut;
            assertThat(cut.sumOfSquares()).as(what).isGreaterThanOrEqualTo(leftOut[0]);
            assertThat(cut.sum()).as(what).isGreaterThanOrEqualTo(leftOut[1]);
            double asked = Math.exp(-need) * (onlyDelta ? Math.PI * cut.omega() : Math.min(1, cut.omega()));
            assertThat(cut.sumOfSquares()).as(what).isLessThan(10 * asked / cut.omega());
            close += leftOut[0] > 1e-4 * cut.sumOfSquares() ? 1 : 0;
        }
        assertThat(found).isGreaterThan(CUTS * 3 / 4);
        assertThat(close).as("bounds that are not far above, of %s", found).isGreaterThan(found / 4);
    }

    /** h·Σ |φ(kh)|/(kh)² and h·Σ |φ(kh)|/kh over frequencies from Ω to 4Ω, each as far as errors leave of it. */
    private static double[] leftOut(List<MechanismLoss> factors, double t, double omega) {
        double step = 4 * omega / FREQUENCIES;
        double[] logs = new double[FREQUENCIES + 1];
        double[] errors = new double[FREQUENCIES + 1];
        for (MechanismLoss factor : factors) {
            MechanismLoss fresh = factor instanceof QuadratureLoss q
                    ? new QuadratureLoss(new Quadrature(q.quadrature().ratio()), q.sign(), q.count())
                    : factor;
            TiltedLaw law = fresh.tilt(t, 4 * omega, 40);
            law.addLogCharacteristic(factor.count(), step, FREQUENCIES, logs, new double[FREQUENCIES + 1], errors);
        }
        double squares = 0;
        double sum = 0;
        for (int k = FREQUENCIES / 4 + 1; k <= FREQUENCIES; k++) {
            double modulus = Math.exp(logs[k] - errors[k]);
            squares += step * modulus / (k * step * k * step);
            sum += step * modulus / (k * step);
        }
        return new double[] {squares, sum};
    }

    private static List<MechanismLoss> factors(SplittableRandom random) {
        List<MechanismLoss> factors = new ArrayList<>();
        int kinds = 1 + random.nextInt(3);
        for (int i = 0; i < kinds; i++) {
            double sigma = Math.exp(random.nextDouble(Math.log(.35), Math.log(20)));
            double rate = Math.exp(random.nextDouble(Math.log(1e-4), Math.log(.9)));
            double count = Math.rint(Math.exp(random.nextDouble(Math.log(2), Math.log(1e7))));
            MixtureRatio mixture = random.nextInt(4) > 0
                    ? new MixtureRatio(sigma, 1 - rate, new double[] {1}, new double[] {rate})
                    : new MixtureRatio(sigma, 1 - rate, new double[] {.4, 1}, new double[] {.7 * rate, .3 * rate});
            Ratio ratio = random.nextInt(3) > 0 ? new Presence(mixture) : new Replacement(mixture);
            factors.add(new QuadratureLoss(new Quadrature(ratio), random.nextBoolean() ? 1 : -1, count));
        }
        if (random.nextInt(4) == 0) {
            factors.add(new GaussianLoss(Math.exp(random.nextDouble(-8, 0)), 6));
        }
        return factors;
    }
}

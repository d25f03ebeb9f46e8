package io.abacusdp.accounting.exact;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.numeric.Enclosure;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compositions far beyond practice: an answer agrees with that of another contour, or there is none. */
class RandomCompositionsTest {
    private static final int COMPOSITIONS = Integer.getInteger("exact.compositions", 200);

    @Test
    void epsilon_randomCompositions_isConfirmedByAnotherContourOrHandedOver() {
        SplittableRandom random = new SplittableRandom(7);
        int answered = 0;
        int narrow = 0;
        int handedOver = 0;
        for (int i = 0; i < COMPOSITIONS; i++) {
            DpEvent event = composition(random);
            double delta = logUniform(random, 1e-100, 1e-3);
            for (LossLaw law : ExactAccountant.laws(event, ADD_OR_REMOVE_ONE)) {
                Enclosure epsilon;
                try {
                    epsilon = law.epsilon(delta);
                } catch (UnsupportedEventException e) {
                    handedOver++;
                    continue;
                }
                answered++;
                narrow += epsilon.upper() - epsilon.lower() <= 1e-9 * epsilon.estimate() ? 1 : 0;
                assertThat(epsilon.upper() - epsilon.lower()).isLessThanOrEqualTo(2e-6 * epsilon.estimate() + 1e-13);
                assertConfirmed(law, event, epsilon, delta);
            }
        }
        assertThat(narrow).as("narrower than 1e-9, of %s answers", answered).isGreaterThan(answered * 19 / 20);
        assertThat(handedOver).as("handed over, besides %s answers", answered).isLessThan(answered / 4);
    }

    /** Another line, shorter steps, fresh lattices: its bounds for δ must not contradict those for ε. */
    private static void assertConfirmed(LossLaw law, DpEvent event, Enclosure epsilon, double delta) {
        if (epsilon.upper() == 0 || law.hasClosedForm()) {
            return;
        }
        ComposedLoss loss = law.loss();
        double t = 0.94 * ContourSaddle.rightOfPoles(loss, epsilon.estimate()).t();
        ContourSaddle aside = new ContourSaddle(t, loss.cumulants(t), epsilon.estimate());
        Contour contour;
        try {
            contour = new Contour(loss, ContourLine.through(loss, aside, 34).refined(2.1), true);
        } catch (SlowDecayException e) {
            return;
        }
        assertThat(contour.delta(epsilon.upper()).lower()).as("%s", event).isLessThanOrEqualTo(delta);
        assertThat(contour.delta(epsilon.lower()).upper()).as("%s", event).isGreaterThanOrEqualTo(delta);
    }

    private static DpEvent composition(SplittableRandom random) {
        List<DpEvent> events = new ArrayList<>();
        int phases = 1 + random.nextInt(4);
        for (int i = 0; i < phases; i++) {
            double rate = Math.min(1, logUniform(random, 1e-6, 1.5));
            events.add(Events.sampled(logUniform(random, .3, 30), rate, (long) logUniform(random, 1, 1e7)));
        }
        return new Composed(events);
    }

    private static double logUniform(SplittableRandom random, double low, double high) {
        return low * Math.exp(random.nextDouble() * Math.log(high / low));
    }
}

package io.abacusdp.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.cli.check.Finding.Result;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StatedEpsilonTest {
    private static final DpEvent GAUSSIAN = new Gaussian(1);

    /** The root of Φ(½ − ε) − e^ε·Φ(−½ − ε) = 1e-5, by bisection elsewhere. */
    private static final double OF_GAUSSIAN = 4.377178095681224;

    private static Finding check(double stated, DpEvent event) {
        Findings findings = new Findings();
        new StatedEpsilon("file").check(findings, "epsilon", stated, 1e-5, Adjacency.ADD_OR_REMOVE_ONE, event);
        assertThat(findings.all()).hasSize(1);
        return findings.all().get(0);
    }

    @Test
    void epsilon_aroundTheTruth_isJudgedByItsSide() {
        assertThat(check(OF_GAUSSIAN * (1 + 1e-10), GAUSSIAN).result()).isEqualTo(Result.HOLDS);
        assertThat(check(OF_GAUSSIAN * (1 + 1e-6), GAUSSIAN).result()).isEqualTo(Result.CONSERVATIVE);
        assertThat(check(OF_GAUSSIAN * (1 - 1e-8), GAUSSIAN).result()).isEqualTo(Result.WRONG);
        assertThat(check(0, GAUSSIAN).text()).contains("the events cost at least 4.37717");
    }

    /** Where no lower bound is known, what is less than can be proven is refused all the same. */
    @Test
    void epsilon_thatNothingProves_isRefused() {
        DpEvent many = new Repeated(1L << 45, new Gaussian(1e6));

        Finding low = check(1, many);

        assertThat(low.result()).isEqualTo(Result.WRONG);
        assertThat(check(Double.POSITIVE_INFINITY, many).result()).isEqualTo(Result.CONSERVATIVE);
    }

    @Test
    void epsilon_ofWhatIsNotPrivate_isInfinite() {
        assertThat(check(Double.POSITIVE_INFINITY, new NonPrivate()).result()).isEqualTo(Result.HOLDS);
        assertThat(check(1e300, new NonPrivate()).result()).isEqualTo(Result.WRONG);
    }

    @Test
    void events_withoutABound_areNotBelieved() {
        // A record that is missing puts another in its place, for which only Gaussian noise has a pair.
        DpEvent unbounded = new SampledWithoutReplacement(100, 10, new Laplace(1));

        assertThat(check(30, unbounded).text()).contains("no accountant has a bound");
        assertThat(check(30, unbounded).result()).isEqualTo(Result.WRONG);
        assertThat(check(Double.POSITIVE_INFINITY, unbounded).result()).isEqualTo(Result.HOLDS);
    }

    @Test
    void events_thatAreTooMany_areNotPriced() {
        DpEvent many = new Composed(IntStream.rangeClosed(0, StatedEpsilon.MAX_TERMS)
                .<DpEvent>mapToObj(i -> new Gaussian(10 + i * 1e-3))
                .toList());

        assertThat(check(1, many).text()).contains("more different events than are priced here");
    }
}

package io.abacusdp.training.pate;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.pate.VoteCosts;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.noise.RandomStreams;
import org.junit.jupiter.api.Test;

class CostFigureTest {
    private static final double SMOOTHNESS = 0.05;
    private static final double NOISE = 4;

    /**
     * With a failure of 0.1, bounds are below the truth in a tenth of 10,000 releases, or a little less for the room that they have: a count of
     * mean 1000 at most and standard deviation 30. Below 800 or above 1150 it is with probability 1e-6 at most, were it a tenth.
     */
    @Test
    void bounds_failAsOftenAsTheyAreSaidTo() {
        NoiseSource source = RandomStreams.insecureForTests(6).source("figure");
        VoteCosts.Cost cost = new VoteCosts.Cost(0.25, 0.01);
        int smooth = 0;
        int total = 0;
        for (int i = 0; i < 10_000; i++) {
            CostFigure figure = CostFigure.release(cost, SMOOTHNESS, NOISE, 0.1, source);
            smooth += figure.smooth() < cost.smooth() ? 1 : 0;
            total += figure.total() < cost.total() ? 1 : 0;
        }
        assertThat(smooth).isBetween(800, 1150);
        assertThat(total).isBetween(800, 1150);
    }

    /** The spread of both is what their noise multiplier says: 4 times 0.05 in the logarithm, and 4 times the published sensitivity. */
    @Test
    void releases_haveTheNoiseThatIsPaidFor() {
        NoiseSource source = RandomStreams.insecureForTests(7).source("figure");
        VoteCosts.Cost cost = new VoteCosts.Cost(20, 0.5);
        double logs = 0;
        double ratios = 0;
        int releases = 20_000;
        for (int i = 0; i < releases; i++) {
            CostFigure figure = CostFigure.release(cost, SMOOTHNESS, NOISE, 0.5, source);
            logs += Math.pow(Math.log(figure.smooth() / cost.smooth()), 2);
            ratios += Math.pow((figure.total() - cost.total()) / figure.smooth(), 2);
        }
        // A variance of 20,000 values is off by more than 5 % with probability 1e-6; that it is not less matters.
        assertThat(Math.sqrt(logs / releases)).isBetween(0.2 * 0.975, 0.2 * 1.03);
        assertThat(Math.sqrt(ratios / releases)).isBetween(4 * 0.975, 4 * 1.03);
    }

    @Test
    void cost_thatIsBeyondAllMeasure_isInfinite() {
        NoiseSource source = RandomStreams.insecureForTests(8).source("figure");
        CostFigure figure = CostFigure.release(new VoteCosts.Cost(1e9, 1e-3), SMOOTHNESS, NOISE, 0.1, source);
        assertThat(figure.total()).isInfinite();
    }
}

package io.abacusdp.training.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.SampledInTurn;
import io.abacusdp.training.noise.NoiseMatrix;
import io.abacusdp.training.step.StepPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether steps with correlated noise move by what was charged for them.
 *
 * <p>Formula: with noise C^{-1}z the releases move by CΔ in units of z, Δ the differences of the sums. If a record is in the same lot
 * every epoch, Σ_i ‖(CΔ)_i‖²/σ_z² over the epochs so far is at most Σ_e (s/z_e)² of their charges; if it is sampled from its group, that holds
 * of the rows of each sample by itself, and samples have no row in common. That z is what is left of what was released:
 * z = C·(release − sum), in all coordinates and steps.
 */
final class CorrelatedMoves {
    private final NoiseMatrix matrix;
    private final double sensitivity;
    private final double factor;
    private final List<SeenStep> steps;
    private final List<double[]> differences = new ArrayList<>();

    /** @param factor 1 if a record comes or goes, 2 if it is replaced */
    CorrelatedMoves(StepPlan plan, double factor, List<SeenStep> steps, List<SeenStep> others) {
        this.matrix = plan.matrix();
        this.sensitivity = plan.sensitivity();
        this.factor = factor;
        this.steps = steps;
        for (int i = 0; i < steps.size(); i++) {
            differences.add(
                    ReplayedSteps.difference(steps.get(i).sum(), others.get(i).sum()));
        }
    }

    /** The most that was moved of what is allowed. */
    double check(List<DpEvent> charges) {
        assertNoiseIsAsPlanned();
        double most = charges.get(0) instanceof Gaussian ? inTurn(charges) : sampled(charges);
        assertThat(most).as("moves of what is charged").isLessThanOrEqualTo(1);
        return most;
    }

    private double inTurn(List<DpEvent> charges) {
        double moved = 0;
        double allowed = 0;
        double most = 0;
        for (int i = 0; i < steps.size(); i++) {
            if (!(charges.get(i) instanceof NoOp)) {
                allowed += Math.pow(factor / ((Gaussian) charges.get(i)).noiseMultiplier(), 2);
            }
            moved += Math.pow(ReplayedSteps.norm(row(i, differences)) / deviation(i), 2);
            most = Math.max(most, Math.sqrt(moved / allowed));
        }
        return most;
    }

    private double sampled(List<DpEvent> charges) {
        SampledInTurn turn = (SampledInTurn) charges.get(0);
        double allowed = factor / ((Gaussian) turn.event()).noiseMultiplier();
        double most = 0;
        int rowsEnd = 0;
        for (int i = 0; i < steps.size(); i++) {
            double norm = ReplayedSteps.norm(differences.get(i));
            if (norm == 0) {
                continue;
            }
            assertThat(i).as("first row of a sample").isGreaterThanOrEqualTo(rowsEnd);
            double column = 0;
            for (int later = i; later < steps.size(); later++) {
                double entry = matrix.row(later)[i];
                column += entry * entry;
                rowsEnd = entry == 0 ? rowsEnd : later + 1;
            }
            most = Math.max(most, norm * Math.sqrt(column) / deviation(i) / allowed);
        }
        return most;
    }

    private void assertNoiseIsAsPlanned() {
        List<double[]> noise = new ArrayList<>();
        for (SeenStep step : steps) {
            noise.add(step.addedNoise());
        }
        double squares = 0;
        for (int i = 0; i < steps.size(); i++) {
            squares += Math.pow(ReplayedSteps.norm(row(i, noise)) / deviation(i), 2);
        }
        ReplayedSteps.assertSquaresOfNormals(
                squares, steps.size() * steps.get(0).sum().length);
    }

    private double deviation(int step) {
        return steps.get(step).noise().gradientDeviation() * sensitivity;
    }

    /** A row of C times vectors. */
    private double[] row(int step, List<double[]> vectors) {
        double[] row = matrix.row(step);
        double[] sum = new double[vectors.get(0).length];
        for (int j = 0; j <= step; j++) {
            for (int k = 0; k < sum.length; k++) {
                sum[k] += row[j] * vectors.get(j)[k];
            }
        }
        return sum;
    }
}

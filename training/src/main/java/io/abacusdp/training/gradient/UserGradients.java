package io.abacusdp.training.gradient;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.UserRows;
import io.abacusdp.training.sum.GridSum;
import io.abacusdp.training.sum.Lot;

/**
 * Sums in which all records of a person are one contribution.
 *
 * <p>Formula: Σ_u v_u·min(1, C/‖v_u‖), where v_u is the sum of the gradients of the person's records, each clipped to C. Who has one record
 * contributes what DP-SGD takes of it.
 *
 * <p>Sensitivity: v_u is computed from the person's own records and the parameters alone, by the same code and to the same bits in any
 * company, as {@link GradientEngine} has no other rows before it. Its scaled entries are rounded to the grid and added exactly, so that a
 * person more or less moves the sum by that person's rounded contribution: at most C·(1 + {@link
 * io.abacusdp.training.sum.SumSensitivity#excessOneByOne}), whatever the number of records. That is less than the
 * {@link io.abacusdp.training.sum.SumSensitivity#excess} which noise is made for. Another person in its place moves it by twice as much.
 */
public final class UserGradients {
    private UserGradients() {}

    /**
     * The sum over persons.
     *
     * @param lot numbers of persons
     * @param clip one bound for the whole gradient
     */
    public static LotGradient sum(
            GradientEngine engine, float[] parameters, Dataset data, UserRows users, Lot lot, ClipBounds clip) {
        double norm = clip.sensitivity();
        GridSum sum = GridSum.of(parameters.length, norm);
        int within = 0;
        for (int place = 0; place < lot.size(); place++) {
            double[] own = engine.clippedSum(parameters, data, Lot.oneGroup(users.rows(lot.row(place))), clip)
                    .sum()
                    .toArray();
            double factor = factor(own, norm);
            within += factor == 1 ? 1 : 0;
            for (int i = 0; i < own.length; i++) {
                own[i] *= factor;
            }
            sum.add(own);
        }
        return new LotGradient(sum, lot.size(), new int[] {within}, 0, 0);
    }

    /** At most C/‖v‖, and at most 1. Sums of squares are taken of entries over C, which neither overflow nor vanish where they count. */
    private static double factor(double[] own, double norm) {
        double squares = 0;
        for (double entry : own) {
            double share = entry / norm;
            squares += share * share;
        }
        return squares <= 1 ? 1 : 1 / Math.sqrt(squares);
    }
}

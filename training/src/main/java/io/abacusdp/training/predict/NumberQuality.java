package io.abacusdp.training.predict;

import io.abacusdp.training.data.Dataset;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How good predicted numbers are, in the label's own unit. Private if the data is: no epsilon covers these figures.
 *
 * <p>Formulas: MAE, the mean of |prediction − label|; RMSE, the root of the mean of (prediction − label)²; R² = 1 − Σ (prediction −
 * label)² / Σ (label − mean label)², none if all labels are the same. Labels outside the schema's range count as its nearest end, as
 * they do in training.
 *
 * @param rSquared negative if the mean of the labels would predict better
 */
public record NumberQuality(int examples, double mae, double rmse, OptionalDouble rSquared) {
    /**
     * Of predictions for the examples of the data.
     *
     * @throws IllegalArgumentException if there are none, or not one for each example
     */
    public static NumberQuality of(List<Prediction> predictions, Dataset data) {
        ClassQuality.requireSameSize(predictions, data);
        int size = data.size();
        double mean = 0;
        for (int row = 0; row < size; row++) {
            mean += label(data, row) / size;
        }
        double absolute = 0;
        double squared = 0;
        double spread = 0;
        for (int row = 0; row < size; row++) {
            double miss = predictions.get(row).value() - label(data, row);
            absolute += Math.abs(miss);
            squared += miss * miss;
            spread += (label(data, row) - mean) * (label(data, row) - mean);
        }
        return new NumberQuality(
                size,
                absolute / size,
                Math.sqrt(squared / size),
                spread > 0 ? OptionalDouble.of(1 - squared / spread) : OptionalDouble.empty());
    }

    private static double label(Dataset data, int row) {
        return data.format().unscaled(data.target(row));
    }
}

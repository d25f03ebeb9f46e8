package io.abacusdp.training.gradient;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.LossSettings;
import io.abacusdp.training.model.ModelSpec;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Some examples on their way through all layers and back. Belongs to one thread. */
final class Tile {
    private final ModelSpec spec;
    private final TilePlan plan;
    private final LossSettings loss;
    private final Views views;
    private final @Nullable Layer[] layers;
    /** Before each layer, and after the last. */
    private final float[][] activations;

    private final float[][] gradients;
    private final double[] squaredNorms;
    private final float[] factors;

    /** Somebody who sees every example's factor and gradient; for tests. Called by several threads. */
    interface Witness {
        void saw(int dataRow, int index, float factor, ParameterLayer layer, float[] x, float[] dy, int row);
    }

    Tile(TilePlan plan, LossSettings loss, Views views) {
        this.plan = plan;
        this.loss = loss;
        this.views = views;
        this.spec = plan.spec();
        int count = spec.layers().size();
        layers = new @Nullable Layer[count];
        activations = new float[count + 1][];
        gradients = new float[count + 1][];
        int rows = plan.tileRows() * plan.views();
        activations[0] = new float[rows * spec.input().elements()];
        gradients[0] = new float[0];
        boolean mayOverwrite = false;
        for (int i = 0; i < count; i++) {
            Layer layer = plan.layer(i);
            layers[i] = layer;
            if (layer == null || (layer.isInPlace() && mayOverwrite)) {
                activations[i + 1] = activations[i];
                gradients[i + 1] = gradients[i];
            } else {
                int length = rows * spec.shapeBefore(i + 1).elements();
                activations[i + 1] = new float[length];
                gradients[i + 1] = new float[i >= plan.firstWithParameters() ? length : 0];
            }
            mayOverwrite = layer == null ? mayOverwrite : !layer.needsOutput();
        }
        squaredNorms = new double[count];
        factors = new float[count];
    }

    /** Outputs of some rows of the data, one example after the other. */
    float[] outputs(Dataset data, IntUnaryOperator rows, int from, int count) {
        return activations(data, rows, from, count, layers.length);
    }

    /** The same after the first layers only. */
    float[] activations(Dataset data, IntUnaryOperator rows, int from, int count, int first) {
        for (int i = 0; i < count; i++) {
            data.copyFeatures(rows.applyAsInt(from + i), activations[0], i * data.featureCount());
        }
        return forward(count, first);
    }

    private float[] forward(int count, int first) {
        for (int i = 0; i < first; i++) {
            Layer layer = layers[i];
            if (layer != null) {
                if (layer.isInPlace() && activations[i] != activations[i + 1]) {
                    System.arraycopy(
                            activations[i],
                            0,
                            activations[i + 1],
                            0,
                            count * spec.shapeBefore(i).elements());
                }
                layer.forward(activations[i], activations[i + 1], count);
            }
        }
        return activations[first];
    }

    /** Adds the clipped gradients of some rows. */
    void addGradients(LotPiece piece, int from, int count, float[] tileSum, Witness witness) {
        float[] y = views.isNone()
                ? outputs(piece.data(), piece::dataRow, from, count)
                : outputsOfViews(piece, from, count);
        float[] dy = gradients[layers.length];
        int outputs = spec.outputs();
        int rows = views.count();
        for (int i = 0; i < count; i++) {
            float target = piece.data().target(piece.dataRow(from + i));
            double sum = 0;
            for (int row = i * rows; row < (i + 1) * rows; row++) {
                sum += LossGradient.set(spec.loss(), loss, y, dy, row * outputs, outputs, target);
            }
            piece.losses()[from + i] = sum / rows;
        }
        backward(count * rows);
        for (int i = 0; i < count; i++) {
            addGradient(piece, i, from + i, tileSum, witness);
        }
    }

    private float[] outputsOfViews(LotPiece piece, int from, int count) {
        int length = piece.data().featureCount();
        for (int i = 0; i < count; i++) {
            int row = piece.dataRow(from + i);
            int coin = piece.coin(from + i);
            for (int view = 0; view < views.count(); view++) {
                views.copy(piece.data(), row, coin, view, activations[0], (i * views.count() + view) * length);
            }
        }
        return forward(count * views.count(), layers.length);
    }

    private void backward(int count) {
        for (int i = layers.length - 1; i > plan.firstWithParameters(); i--) {
            Layer layer = layers[i];
            if (layer != null) {
                float[] dy = gradients[i + 1];
                if (layer.isInPlace() && gradients[i] != dy) {
                    System.arraycopy(
                            dy, 0, gradients[i], 0, count * spec.shapeBefore(i).elements());
                    dy = gradients[i];
                }
                layer.backward(activations[i], activations[i + 1], dy, gradients[i], count);
            }
        }
    }

    private void addGradient(LotPiece piece, int row, int lotRow, float[] tileSum, Witness witness) {
        for (int i = plan.firstWithParameters(); i < layers.length; i++) {
            if (layers[i] instanceof ParameterLayer layer) {
                squaredNorms[i] = layer.squaredNorm(activations[i], gradients[i + 1], row);
            }
        }
        boolean counts = piece.clip(lotRow, squaredNorms, factors);
        for (int i = plan.firstWithParameters(); i < layers.length; i++) {
            if (layers[i] instanceof ParameterLayer layer) {
                witness.saw(
                        piece.dataRow(lotRow),
                        i,
                        counts ? factors[i] : 0,
                        layer,
                        activations[i],
                        gradients[i + 1],
                        row);
                if (counts) {
                    layer.add(factors[i], activations[i], gradients[i + 1], row, lotRow, tileSum);
                } else {
                    layer.skip(lotRow);
                }
            }
        }
    }
}

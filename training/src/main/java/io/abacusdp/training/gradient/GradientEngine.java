package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.Shape;
import io.abacusdp.training.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Per-example gradients of a model, clipped and summed, on several threads and in bounded memory whatever the lot's size.
 *
 * <p>Results are the same bit for bit whatever the number of threads. For use by one caller at a time.
 *
 * <p>What is not guaranteed: each example's part of the sum is within its bound, its rounding included, but the additions are
 * those of floats. One example more or less also changes how the others' sum is rounded; by far less than the bound in
 * practice, but no epsilon counts it.
 */
public final class GradientEngine implements AutoCloseable {
    /** Fewer weights are copied sooner than other threads wake. */
    private static final int WORTH_SHARING = 1 << 16;

    private final ModelSpec spec;
    private final FloatKernels kernels;
    private final Plan plan;
    private final Workers workers;
    private final Tile[] tiles;
    private final int[] layersWithParameters;
    private final float[][] tileSums;
    private @Nullable Dataset checked;

    /**
     * @param threads at least 1; more than the machine has cores only costs
     */
    public GradientEngine(ModelSpec spec, int threads) {
        this(spec, threads, FloatKernels.fastest());
    }

    GradientEngine(ModelSpec spec, int threads, FloatKernels kernels) {
        this.spec = spec;
        this.kernels = kernels;
        this.workers = new Workers(threads);
        this.plan = new Plan(spec, kernels);
        this.tiles = new Tile[threads];
        Arrays.setAll(tiles, i -> new Tile(plan));
        this.layersWithParameters = Clip.layersWithParameters(spec);
        this.tileSums = new float[plan.tiles(plan.pieceRows())][plan.tileSumLength()];
    }

    /** The engine's threads, for other work between two lots. */
    public Workers workers() {
        return workers;
    }

    /** The kernels at work; if they are the fallback, the user must be told. */
    public FloatKernels kernels() {
        return kernels;
    }

    /**
     * Sum of the clipped gradients of the loss of each example by the parameters.
     *
     * <p>An example whose loss or gradient is not finite contributes zero, which is within every bound. A row that is given
     * twice counts twice; no rows give zeros.
     *
     * @param parameters flat, in the layout of {@link ModelSpec}; not changed
     * @param rows of the data, in any order
     * @throws IllegalArgumentException if the data, the parameters or the clipping do not fit the model
     */
    public LotGradient clippedSum(float[] parameters, Dataset data, int[] rows, Clip clip) {
        if (!clip.fits(spec)) {
            throw new IllegalArgumentException("the clipping was made for another model");
        }
        prepare(parameters, data);
        float[] sum = new float[spec.parameterCount()];
        int[] withinBound = new int[clip.groups()];
        int nonFinite = 0;
        double lossSum = 0;
        for (int start = 0; start < rows.length; start += plan.pieceRows()) {
            int count = Math.min(plan.pieceRows(), rows.length - start);
            Piece piece = new Piece(clip, layersWithParameters, data, rows, start, count, tileSums);
            add(piece, sum);
            for (int group = 0; group < withinBound.length; group++) {
                withinBound[group] += piece.withinBound(group);
            }
            nonFinite += piece.nonFinite();
            lossSum += piece.lossSum();
        }
        return new LotGradient(sum, rows.length, withinBound, nonFinite, lossSum);
    }

    private void add(Piece piece, float[] sum) {
        int tileCount = plan.tiles(piece.count());
        workers.run(tileCount, (tile, worker) -> {
            Arrays.fill(piece.tileSum(tile), 0);
            int from = plan.tileStart(tile, piece.count());
            int to = plan.tileStart(tile + 1, piece.count());
            tiles[worker].addGradients(piece, from, to - from, piece.tileSum(tile));
        });
        List<Deferred> deferred = plan.allDeferred();
        int[] ends = new int[deferred.size()];
        int parts = 0;
        for (int i = 0; i < ends.length; i++) {
            parts += deferred.get(i).parts();
            ends[i] = parts;
        }
        int deferredParts = parts;
        int sumParts = plan.tileSumLength() == 0 ? 0 : workers.count();
        workers.run(deferredParts + sumParts, (part, worker) -> {
            if (part < deferredParts) {
                int index = 0;
                while (part >= ends[index]) {
                    index++;
                }
                Deferred some = deferred.get(index);
                some.addPart(part - ends[index] + some.parts(), piece.count(), sum);
            } else {
                // Each thread adds all tiles, in their order, over its own range.
                long length = plan.tileSumLength();
                int from = (int) (length * (part - deferredParts) / sumParts);
                int to = (int) (length * (part - deferredParts + 1) / sumParts);
                for (int tile = 0; tile < tileCount; tile++) {
                    plan.addTileSum(piece.tileSum(tile), from, to, sum);
                }
            }
        });
    }

    /**
     * Loss and accuracy.
     *
     * @throws IllegalArgumentException if the data or the parameters do not fit the model
     */
    public Evaluation evaluate(float[] parameters, Dataset data) {
        prepare(parameters, data);
        int size = data.size();
        int[] rows = IntStream.range(0, size).toArray();
        double[] losses = new double[size];
        boolean[] hits = new boolean[size];
        float[] scores = new float[data.classes() == 2 ? size : 0];
        int outputs = spec.outputs();
        int tileRows = plan.tileRows();
        workers.run((size + tileRows - 1) / tileRows, (tile, worker) -> {
            int from = tile * tileRows;
            int count = Math.min(tileRows, size - from);
            float[] y = tiles[worker].outputs(data, rows, from, count);
            float[] unused = new float[count * outputs];
            for (int i = 0; i < count; i++) {
                float target = data.target(from + i);
                losses[from + i] = LossGradient.set(spec.loss(), y, unused, i * outputs, outputs, target);
                hits[from + i] = predicted(y, i * outputs) == target;
                if (scores.length > 0) {
                    scores[from + i] = spec.loss() == Loss.LOGISTIC ? y[i] : y[2 * i + 1] - y[2 * i];
                }
            }
        });
        double hitCount = IntStream.range(0, size).filter(row -> hits[row]).count();
        OptionalDouble accuracy =
                data.classes() == 0 || size == 0 ? OptionalDouble.empty() : OptionalDouble.of(hitCount / size);
        return new Evaluation(size, Arrays.stream(losses).average().orElse(0), accuracy, scores);
    }

    private int predicted(float[] y, int at) {
        if (spec.loss() == Loss.LOGISTIC) {
            return y[at] > 0 ? 1 : 0;
        }
        int best = 0;
        for (int i = 1; i < spec.outputs(); i++) {
            best = y[at + i] > y[at + best] ? i : best;
        }
        return best;
    }

    private void prepare(float[] parameters, Dataset data) {
        if (parameters.length != spec.parameterCount()) {
            throw new IllegalArgumentException(
                    "the model has %d parameters, got %d".formatted(spec.parameterCount(), parameters.length));
        }
        if (checked != data) {
            check(data);
            checked = data;
        }
        for (Weights weights : plan.allWeights()) {
            weights.use(parameters);
            if (weights.length() < WORTH_SHARING) {
                for (int part = 0; part < weights.parts(); part++) {
                    weights.copy(part);
                }
            } else {
                workers.run(weights.parts(), (part, worker) -> weights.copy(part));
            }
        }
    }

    private void check(Dataset data) {
        Shape shape = Shape.of(data.shape());
        if (!shape.equals(spec.input())) {
            throw new IllegalArgumentException("the model takes examples of shape %s, and those of %s have %s"
                    .formatted(spec.input(), data.name(), shape));
        }
        spec.loss().check(spec.outputs(), data.classes());
        if (spec.layers().get(0) instanceof LayerSpec.Embedding embedding) {
            float[] features = new float[data.featureCount()];
            for (int row = 0; row < data.size(); row++) {
                data.copyFeatures(row, features, 0);
                for (float id : features) {
                    if (!(id >= 0 && id < embedding.vocabulary() && id == (int) id)) {
                        throw new IllegalArgumentException(
                                "the embedding takes integers from 0 to %d, and a feature of example %d is %s"
                                        .formatted(embedding.vocabulary() - 1, row, id));
                    }
                }
            }
        }
    }

    @Override
    public void close() {
        workers.close();
    }
}

package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.LossSettings;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.Shape;
import io.abacusdp.training.parallel.Workers;
import io.abacusdp.training.sum.GridSum;
import io.abacusdp.training.sum.Lot;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Per-example gradients of a model, clipped and summed, on several threads and in bounded memory whatever the lot's size.
 *
 * <p>Each example's part of the sum is within its bound, rounding included ({@link ExampleClip}), and is the same bits in any
 * company; one example more or less moves the sum by at most what {@link io.abacusdp.training.sum.SumSensitivity} says. Results are
 * the same bit for bit whatever the number of threads. For use by one caller at a time.
 */
public final class GradientEngine implements AutoCloseable {
    /** Fewer weights are copied sooner than other threads wake. */
    private static final int WORTH_SHARING = 1 << 16;

    private final ModelSpec spec;
    private final FloatKernels kernels;
    private final TilePlan plan;
    private final Workers workers;
    private final Tile[] tiles;
    private final int[] layersWithParameters;
    private final float[][] tileSums;
    private @Nullable Dataset checked;
    private Tile.Witness witness = (dataRow, index, factor, layer, x, dy, row) -> {};

    /**
     * @param threads at least 1; more than the machine has cores only costs
     */
    public GradientEngine(ModelSpec spec, int threads) {
        this(spec, threads, LossSettings.PLAIN, Views.NONE);
    }

    /**
     * @param threads at least 1; more than the machine has cores only costs
     * @param loss what is changed of the loss whose gradients are summed; what is measured is the plain loss
     * @param views of which an example's gradient is the mean; what is measured is the example as it is
     * @throws IllegalArgumentException if the settings do not fit the model
     */
    public GradientEngine(ModelSpec spec, int threads, LossSettings loss, Views views) {
        this(spec, threads, loss, views, FloatKernels.fastest());
    }

    GradientEngine(ModelSpec spec, int threads, FloatKernels kernels) {
        this(spec, threads, LossSettings.PLAIN, Views.NONE, kernels);
    }

    GradientEngine(ModelSpec spec, int threads, LossSettings loss, Views views, FloatKernels kernels) {
        loss.check(spec);
        views.check(spec.input().sizes().stream().mapToInt(Integer::intValue).toArray());
        this.spec = spec;
        this.kernels = kernels;
        this.workers = new Workers(threads);
        this.plan = new TilePlan(spec, kernels, views.count());
        this.tiles = new Tile[threads];
        Arrays.setAll(tiles, i -> new Tile(plan, loss, views));
        this.layersWithParameters = ClipBounds.layersWithParameters(spec);
        this.tileSums = new float[plan.tileSumLength() == 0 ? 1 : plan.mostTiles()][plan.tileSumLength()];
    }

    /** Shows every example's factors and gradients to somebody, for tests. */
    void showTo(Tile.Witness another) {
        witness = another;
    }

    /** The model whose gradients these are. */
    public ModelSpec model() {
        return spec;
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
     * @param lot rows of the data, dealt into groups
     * @throws IllegalArgumentException if the data, the parameters or the clipping do not fit the model
     */
    public LotGradient clippedSum(float[] parameters, Dataset data, Lot lot, ClipBounds clip) {
        if (!clip.fits(spec)) {
            throw new IllegalArgumentException("the clipping was made for another model");
        }
        prepare(parameters, data);
        GridSum sum = GridSum.of(spec.parameterCount(), clip.sensitivity());
        ExampleClip exampleClip = new ExampleClip(clip, layersWithParameters);
        int[] withinBound = new int[clip.groups()];
        int nonFinite = 0;
        double lossSum = 0;
        LotParts parts = new LotParts(lot, plan);
        while (parts.hasNext()) {
            int start = parts.place();
            int[] partStarts = parts.next();
            LotPiece piece =
                    new LotPiece(exampleClip, data, lot, start, partStarts, plan.tileStarts(partStarts, lot.groups()));
            sum.reserve(piece.count());
            add(piece, sum);
            for (int group = 0; group < withinBound.length; group++) {
                withinBound[group] += piece.withinBound(group);
            }
            nonFinite += piece.nonFinite();
            lossSum += piece.lossSum();
        }
        return new LotGradient(sum, lot.size(), withinBound, nonFinite, lossSum);
    }

    private void add(LotPiece piece, GridSum sum) {
        workers.run(piece.tiles(), (tile, worker) -> {
            float[] tileSum = tileSum(tile);
            Arrays.fill(tileSum, 0);
            int from = piece.tileStart(tile);
            tiles[worker].addGradients(piece, from, piece.tileStart(tile + 1) - from, tileSum, witness);
        });
        List<DeferredSum> deferred = plan.allDeferred();
        int[] ends = new int[deferred.size()];
        int ranges = 0;
        for (int i = 0; i < ends.length; i++) {
            ranges += deferred.get(i).ranges();
            ends[i] = ranges;
        }
        int deferredRanges = ranges;
        int tileSumRanges = plan.tileSumLength() == 0 ? 0 : workers.count();
        workers.run(deferredRanges + tileSumRanges, (range, worker) -> {
            if (range < deferredRanges) {
                int index = 0;
                while (range >= ends[index]) {
                    index++;
                }
                DeferredSum some = deferred.get(index);
                some.addRange(range - ends[index] + some.ranges(), piece.partStarts(), sum);
            } else {
                // Each thread adds all tiles over its own range.
                long length = plan.tileSumLength();
                int from = (int) (length * (range - deferredRanges) / tileSumRanges);
                int to = (int) (length * (range - deferredRanges + 1) / tileSumRanges);
                for (int tile = 0; tile < piece.tiles(); tile++) {
                    plan.addTileSum(tileSums[tile], from, to, sum);
                }
            }
        });
    }

    /** Where a tile adds up what is not deferred; all tiles have the same, of no length, if there is nothing of the kind. */
    private float[] tileSum(int tile) {
        return tileSums[plan.tileSumLength() == 0 ? 0 : tile];
    }

    /**
     * Loss and accuracy.
     *
     * @throws IllegalArgumentException if the data or the parameters do not fit the model
     */
    public Evaluation evaluate(float[] parameters, Dataset data) {
        prepare(parameters, data);
        int size = data.size();
        double[] losses = new double[size];
        boolean[] hits = new boolean[size];
        float[] scores = new float[data.classes() == 2 ? size : 0];
        int outputs = spec.outputs();
        int tileRows = plan.tileRows();
        workers.run((size + tileRows - 1) / tileRows, (tile, worker) -> {
            int from = tile * tileRows;
            int count = Math.min(tileRows, size - from);
            float[] y = tiles[worker].outputs(data, row -> row, from, count);
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

    /**
     * Outputs of every example, one after the other. An example's are the same bits in any company.
     *
     * @throws IllegalArgumentException if the data or the parameters do not fit the model
     */
    public float[] outputs(float[] parameters, Dataset data) {
        return activations(parameters, data, spec.layers().size());
    }

    /** What the first layers give for every example; those of all layers are the outputs. */
    public float[] activations(float[] parameters, Dataset data, int layers) {
        prepare(parameters, data);
        int size = data.size();
        int width = spec.shapeBefore(layers).elements();
        float[] all = new float[Math.multiplyExact(size, width)];
        int tileRows = plan.tileRows();
        workers.run((size + tileRows - 1) / tileRows, (tile, worker) -> {
            int from = tile * tileRows;
            int count = Math.min(tileRows, size - from);
            float[] y = tiles[worker].activations(data, row -> row, from, count, layers);
            System.arraycopy(y, 0, all, from * width, count * width);
        });
        return all;
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
                                "the embedding takes integers from 0 to %d, and a feature of example %d is another number"
                                        .formatted(embedding.vocabulary() - 1, row));
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

package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.kernels.LeftFactor;
import io.abacusdp.kernels.MatrixRows;
import io.abacusdp.kernels.Pooling;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.ParameterBlock;
import io.abacusdp.training.model.Shape;
import io.abacusdp.training.sum.GridSum;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How a model is worked through: what all threads share, and the sizes of tiles and pieces. None of it depends on the number of
 * threads, so that neither does a result.
 *
 * <p>A lot is worked through in pieces, a piece in tiles. A tile is what one thread takes at a time; a piece is what the
 * memory for deferred products holds, some whole parts of the lot's groups.
 */
final class TilePlan {
    /** Floats of a tile's activations and gradients that still fit a core's cache. */
    private static final int TILE_FLOATS = 300_000;

    /** The kernels work on so many rows at once. */
    private static final int KERNEL_ROWS = LeftFactor.Packed.ROWS;

    private static final int MAX_TILE_ROWS = 60;
    /** Tiles of a piece that is large enough: threads that take one after the other then end at about the same time. */
    private static final int MIN_TILES = 8;
    /** Blocks of the kernels that make a tile worth its while, if there are so many. */
    private static final int MIN_TILE_BLOCKS = 4;
    /** Floats of all that is kept for one piece. */
    private static final int PIECE_FLOATS = 4_000_000;

    private static final int MAX_PIECE_ROWS = 2048;

    private final ModelSpec spec;
    private final FloatKernels kernels;
    private final int views;
    private final int tileRows;
    private final int pieceRows;
    private final int tileSumLength;
    private final int firstWithParameters;
    private final List<@Nullable Weights> weights = new ArrayList<>();
    private final List<@Nullable DeferredSum> deferred = new ArrayList<>();
    private final List<Integer> tileSumAts = new ArrayList<>();

    TilePlan(ModelSpec spec, FloatKernels kernels) {
        this(spec, kernels, 1);
    }

    /** @param views rows of a tile that an example has */
    TilePlan(ModelSpec spec, FloatKernels kernels, int views) {
        this.spec = spec;
        this.kernels = kernels;
        this.views = views;
        this.firstWithParameters = spec.parameters().get(0).layer();
        this.tileRows = affordableTileRows();
        int sumLength = 0;
        for (int i = 0; i < spec.layers().size(); i++) {
            weights.add(weights(i));
            tileSumAts.add(sumLength);
            Weights here = weights.get(i);
            sumLength += here == null || isDeferred(i) ? 0 : here.length();
        }
        this.tileSumLength = sumLength;
        this.pieceRows = affordablePieceRows();
        for (int i = 0; i < spec.layers().size(); i++) {
            deferred.add(deferred(i));
        }
    }

    private int affordableTileRows() {
        long floats = 0;
        for (int i = 0; i <= spec.layers().size(); i++) {
            floats += 2L * views * spec.shapeBefore(i).elements();
        }
        int rows = (int) Math.min(MAX_TILE_ROWS, TILE_FLOATS / floats);
        return Math.max(KERNEL_ROWS, rows / KERNEL_ROWS * KERNEL_ROWS);
    }

    private int affordablePieceRows() {
        long floatsPerRow = tileSumLength / tileRows + 1L;
        for (int i = 0; i < spec.layers().size(); i++) {
            if (isDeferred(i)) {
                floatsPerRow +=
                        spec.shapeBefore(i).elements() + spec.shapeBefore(i + 1).elements();
            }
        }
        long rows = Math.max(1, Math.min(MAX_PIECE_ROWS, PIECE_FLOATS / floatsPerRow));
        return (int) ((rows + tileRows - 1) / tileRows * tileRows);
    }

    private boolean isDeferred(int layer) {
        LayerSpec here = spec.layers().get(layer);
        return views == 1 && (here instanceof LayerSpec.Linear || here instanceof LayerSpec.Embedding);
    }

    private @Nullable Weights weights(int layer) {
        List<ParameterBlock> blocks = spec.parameters().stream()
                .filter(block -> block.layer() == layer)
                .toList();
        if (blocks.isEmpty()) {
            return null;
        }
        LayerSpec here = spec.layers().get(layer);
        int weightAt = blocks.get(0).offset();
        if (here instanceof LayerSpec.Embedding embedding) {
            return Weights.withoutProducts(embedding.vocabulary(), embedding.dimension(), weightAt);
        }
        int outputs = blocks.get(1).length();
        int inputs = blocks.get(0).length() / outputs;
        if (!(here instanceof LayerSpec.Linear || here instanceof LayerSpec.Conv2d)) {
            return Weights.withoutProducts(inputs, outputs, weightAt);
        }
        return layer > firstWithParameters
                ? Weights.bothWays(inputs, outputs, weightAt)
                : Weights.forward(inputs, outputs, weightAt);
    }

    private @Nullable DeferredSum deferred(int layer) {
        Weights here = weights.get(layer);
        if (here == null || !isDeferred(layer)) {
            return null;
        }
        LayerSpec layerSpec = spec.layers().get(layer);
        if (layerSpec instanceof LayerSpec.Linear) {
            return new LinearRows(kernels, here, pieceRows);
        }
        return new EmbeddingRows(kernels, spec.shapeBefore(layer).elements(), here.outputs, here.weightAt, pieceRows);
    }

    /** The layer at work, for one thread. Flatten moves nothing, and has none. */
    @Nullable
    Layer layer(int index) {
        LayerSpec layer = spec.layers().get(index);
        Shape before = spec.shapeBefore(index);
        Weights here = weights.get(index);
        if (here != null) {
            ParameterLayer one = withParameters(index, layer, before, here);
            return views == 1 ? one : new ViewsLayer(kernels, one, views, here.length(), tileSumAts.get(index));
        }
        int size = before.elements();
        if (layer instanceof LayerSpec.Relu) {
            return new ReluLayer(kernels, size);
        } else if (layer instanceof LayerSpec.Tanh) {
            return new SigmoidLayer(kernels, size, SigmoidLayer.TANH);
        } else if (layer instanceof LayerSpec.TemperedSigmoid sigmoid) {
            return new SigmoidLayer(kernels, size, sigmoid);
        } else if (layer instanceof LayerSpec.MaxPool pool) {
            Shape after = pool.output(before);
            return new MaxPoolLayer(
                    kernels, pooling(before, after, pool.kernel(), pool.stride()), size, after.elements());
        } else if (layer instanceof LayerSpec.AveragePool pool) {
            Shape after = pool.output(before);
            return new AveragePoolLayer(
                    kernels, pooling(before, after, pool.kernel(), pool.stride()), size, after.elements());
        } else if (layer instanceof LayerSpec.Flatten) {
            return null;
        }
        throw new IllegalStateException("no work is known for the layer " + layer);
    }

    private ParameterLayer withParameters(int index, LayerSpec layer, Shape before, Weights here) {
        int tileSumAt = tileSumAts.get(index);
        DeferredSum rows = deferred.get(index);
        if (layer instanceof LayerSpec.Linear && rows == null) {
            // Views are added up at once, so that no rows are kept.
            return new LinearLayer(kernels, here, new LinearRows(kernels, here, 0));
        } else if (rows instanceof LinearRows linear) {
            return new LinearLayer(kernels, here, linear);
        } else if (rows instanceof EmbeddingRows embedding) {
            return new EmbeddingLayer(kernels, before.elements(), here, embedding);
        } else if (layer instanceof LayerSpec.Conv2d convolution) {
            return new ConvolutionLayer(kernels, here, convolution, before, tileSumAt);
        } else if (layer instanceof LayerSpec.GroupNorm norm) {
            return new NormLayer(kernels, before.elements() / here.outputs, norm.groups(), here, tileSumAt);
        } else if (layer instanceof LayerSpec.LayerNorm) {
            return new NormLayer(kernels, 1, 1, here, tileSumAt);
        }
        throw new IllegalStateException("no work is known for the layer " + layer);
    }

    private static Pooling pooling(Shape before, Shape after, int kernel, int stride) {
        return new Pooling(before.size(1), before.size(2), kernel, stride, after.size(0), after.size(1));
    }

    ModelSpec spec() {
        return spec;
    }

    /** Rows of a tile for each example. */
    int views() {
        return views;
    }

    /** Most examples of a tile. */
    int tileRows() {
        return tileRows;
    }

    int pieceRows() {
        return pieceRows;
    }

    /**
     * Where the tiles of a piece start, and where the last ends. If tiles have sums of their own, a part's tiles depend on its
     * size and on the number of groups only, which is public, and none has rows of two parts.
     *
     * @param partStarts where the parts of the piece start, and where the last ends
     */
    int[] tileStarts(int[] partStarts, int groups) {
        int rows = partStarts[partStarts.length - 1];
        int[] parts = tileSumLength == 0 ? new int[] {0, rows} : partStarts;
        int sharers = tileSumLength == 0 ? 1 : groups;
        IntStream.Builder starts = IntStream.builder();
        for (int part = 0; part + 1 < parts.length; part++) {
            int size = parts[part + 1] - parts[part];
            int count = tiles(size, sharers);
            for (int tile = 0; tile < count; tile++) {
                starts.add(parts[part] + tileStart(tile, count, size));
            }
        }
        return starts.add(rows).build().toArray();
    }

    /**
     * Number of tiles of some rows, at least one; never fewer for more rows.
     *
     * @param sharers how many ranges of rows, about equal, threads have to do at once
     */
    int tiles(int rows, int sharers) {
        int blocks = LeftFactor.Packed.blocks(rows);
        int worthwhile = Math.min((MIN_TILES - 1) / sharers + 1, (blocks + MIN_TILE_BLOCKS - 1) / MIN_TILE_BLOCKS);
        int tiles = Math.max(worthwhile, (rows + tileRows - 1) / tileRows);
        // An odd one would be done by one of two threads while the other waits.
        return Math.min(blocks, sharers == 1 ? tiles + tiles % 2 : tiles);
    }

    /** Tiles are about equal, and whole blocks of the kernels but for the last. */
    private static int tileStart(int tile, int tiles, int rows) {
        return LeftFactor.Packed.blocks(rows) * tile / tiles * KERNEL_ROWS;
    }

    /** Most tiles of a piece. */
    int mostTiles() {
        return tiles(pieceRows, 1);
    }

    /** Most tiles that a part with some rows may have. */
    int tilesOfPart(int rows, int groups) {
        return tileSumLength == 0 ? 0 : tiles(rows, groups);
    }

    /** Length of what a tile sums at once, over all layers that are not deferred. */
    int tileSumLength() {
        return tileSumLength;
    }

    /** The first layer with parameters: nothing needs a gradient by what comes before. */
    int firstWithParameters() {
        return firstWithParameters;
    }

    /** Weights of all layers that have some. */
    List<Weights> allWeights() {
        List<Weights> all = new ArrayList<>();
        for (Weights some : weights) {
            if (some != null) {
                all.add(some);
            }
        }
        return all;
    }

    List<DeferredSum> allDeferred() {
        List<DeferredSum> all = new ArrayList<>();
        for (DeferredSum some : deferred) {
            if (some != null) {
                all.add(some);
            }
        }
        return all;
    }

    /** Adds a range of a tile's sum, rounded to the grid, to where in the flat sum it belongs. */
    void addTileSum(float[] tileSum, int from, int to, GridSum sum) {
        for (int i = 0; i < weights.size(); i++) {
            Weights here = weights.get(i);
            if (here != null && !isDeferred(i)) {
                int at = tileSumAts.get(i);
                int start = Math.max(from, at);
                int end = Math.min(to, at + here.length());
                if (start < end) {
                    MatrixRows some = new MatrixRows(tileSum, start, end - start);
                    int sumAt = here.weightAt + start - at;
                    kernels.addRounded(1, end - start, some, sum.rounder(), sum.values(), sumAt, end - start);
                }
            }
        }
    }
}

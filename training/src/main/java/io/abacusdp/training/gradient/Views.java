package io.abacusdp.training.gradient;

import io.abacusdp.training.data.Dataset;
import java.util.Arrays;

/**
 * Augmented views of a picture, whose gradients are averaged before that average is clipped: more views of the same example, one
 * clipped contribution, the same noise.
 *
 * <p>A view is the picture moved by up to some pixels each way, and if so wished mirrored left to right every second time; what comes
 * in from outside is the nearest pixel of the edge. Which views an example gets in a lot depends on its own coin there and on nothing
 * else ({@link io.abacusdp.training.sum.Lot#coin}): coins are drawn for each row by itself, whatever the data, so that for any
 * outcome of them one example moves the sum by one clipped gradient.
 *
 * <p>Source: De, Berrada, Hayes, Smith, Balle 2022, arXiv:2204.13650, section 3.2 (augmentation multiplicity).
 *
 * @param count views of an example in a lot, from 1 to 64; all of them are drawn anew each time
 * @param shift most pixels that a view is moved by, at least 0
 * @param mirrored whether every second view is mirrored, by chance
 */
public record Views(int count, int shift, boolean mirrored) {
    /** The example as it is. */
    public static final Views NONE = new Views(1, 0, false);

    private static final int MOST = 64;
    private static final long STEP = 0x9e3779b97f4a7c15L;

    public Views {
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException("views must be from 1 to %d, got %d".formatted(MOST, count));
        }
        if (shift < 0) {
            throw new IllegalArgumentException("a shift must be at least 0, got " + shift);
        }
        if (shift == 0 && !mirrored && count > 1) {
            throw new IllegalArgumentException("several views must differ: a shift or a mirror is needed, got neither");
        }
    }

    /** Whether examples are used as they are. */
    public boolean isNone() {
        return shift == 0 && !mirrored;
    }

    /**
     * Checks that examples of a shape have views.
     *
     * @throws IllegalArgumentException if they are no pictures, or smaller than the shift
     */
    public void check(int[] shape) {
        if (!isNone() && (shape.length != 3 || shift >= Math.min(shape[0], shape[1]))) {
            throw new IllegalArgumentException(
                    "views are of pictures, height x width x channels, whose sides are more than the shift of %d, got the shape %s"
                            .formatted(shift, Arrays.toString(shape)));
        }
    }

    /** Copies one view of an example, which is a picture. */
    void copy(Dataset data, int row, int coin, int view, float[] to, int at) {
        data.copyFeatures(row, to, at);
        if (isNone()) {
            return;
        }
        long bits = mixed(coin * (long) MOST + view);
        int span = 2 * shift + 1;
        int down = (int) (((bits >>> 48) * span) >>> 16) - shift;
        int right = (int) ((((bits >>> 32) & 0xffff) * span) >>> 16) - shift;
        boolean isMirrored = mirrored && (bits & 1) == 1;
        if (down != 0 || right != 0 || isMirrored) {
            move(to, at, data.shape(), down, right, isMirrored);
        }
    }

    private static void move(float[] to, int at, int[] shape, int down, int right, boolean isMirrored) {
        int height = shape[0];
        int width = shape[1];
        int channels = shape[2];
        float[] picture = Arrays.copyOfRange(to, at, at + height * width * channels);
        for (int y = 0; y < height; y++) {
            int fromRow = within(y - down, height) * width;
            for (int x = 0; x < width; x++) {
                int column = within(x - right, width);
                int from = (fromRow + (isMirrored ? width - 1 - column : column)) * channels;
                System.arraycopy(picture, from, to, at + (y * width + x) * channels, channels);
            }
        }
    }

    private static int within(int place, int side) {
        return Math.max(0, Math.min(side - 1, place));
    }

    /** 64 bits of which each depends on each of a number. Source: Steele, Lea, Flood 2014, figure 16 (SplitMix64). */
    private static long mixed(long number) {
        long z = (number + 1) * STEP;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}

package io.abacusdp.kernels;

import java.util.Arrays;

/**
 * Square windows that slide over a picture of contiguous rows, without going over its edge: each is {@code rows} pieces of
 * {@code rowLength} floats.
 *
 * @param down number of windows below each other
 * @param across number of windows beside each other
 * @param rows of one window
 * @param rowLength floats in one row of one window
 * @param pictureRow floats in one row of the picture
 * @param stepDown floats from one window to the one below
 * @param stepAcross floats from one window to the one beside
 */
public record Windows(int down, int across, int rows, int rowLength, int pictureRow, int stepDown, int stepAcross) {
    /** Floats in one window. */
    public int length() {
        return rows * rowLength;
    }

    /** Number of windows. */
    public int count() {
        return down * across;
    }

    /** Where in the picture each window starts. */
    public int[] starts() {
        int[] starts = new int[count()];
        Arrays.setAll(starts, i -> i / across * stepDown + i % across * stepAcross);
        return starts;
    }

    /** Where each value of a window lies, from the window's start. */
    public int[] places() {
        int[] places = new int[length()];
        Arrays.setAll(places, i -> i / rowLength * pictureRow + i % rowLength);
        return places;
    }
}

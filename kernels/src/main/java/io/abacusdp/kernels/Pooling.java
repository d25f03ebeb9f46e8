package io.abacusdp.kernels;

/** Square windows over a picture of {height, width, channels}, reduced to {outHeight, outWidth, channels}. */
public record Pooling(int width, int channels, int kernel, int stride, int outHeight, int outWidth) {}

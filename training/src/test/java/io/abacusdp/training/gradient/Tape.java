package io.abacusdp.training.gradient;

import java.util.Arrays;

/**
 * Scalars in double whose derivatives are worked out from the operations that made them: a way to gradients that shares nothing
 * with the engine's. Grows by one entry an operation.
 */
final class Tape {
    private double[] values = new double[1 << 16];
    private int[] firsts = new int[1 << 16];
    private int[] seconds = new int[1 << 16];
    private double[] byFirst = new double[1 << 16];
    private double[] bySecond = new double[1 << 16];
    private int size;

    private int push(double value, int first, double slope1, int second, double slope2) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
            firsts = Arrays.copyOf(firsts, 2 * size);
            seconds = Arrays.copyOf(seconds, 2 * size);
            byFirst = Arrays.copyOf(byFirst, 2 * size);
            bySecond = Arrays.copyOf(bySecond, 2 * size);
        }
        values[size] = value;
        firsts[size] = first;
        seconds[size] = second;
        byFirst[size] = slope1;
        bySecond[size] = slope2;
        return size++;
    }

    double value(int x) {
        return values[x];
    }

    int constant(double value) {
        return push(value, 0, 0, 0, 0);
    }

    int add(int x, int y) {
        return push(values[x] + values[y], x, 1, y, 1);
    }

    int subtract(int x, int y) {
        return push(values[x] - values[y], x, 1, y, -1);
    }

    int multiply(int x, int y) {
        return push(values[x] * values[y], x, values[y], y, values[x]);
    }

    int multiply(int x, double factor) {
        return push(values[x] * factor, x, factor, x, 0);
    }

    int exp(int x) {
        double value = Math.exp(values[x]);
        return push(value, x, value, x, 0);
    }

    int log(int x) {
        return push(Math.log(values[x]), x, 1 / values[x], x, 0);
    }

    int power(int x, double exponent) {
        return push(Math.pow(values[x], exponent), x, exponent * Math.pow(values[x], exponent - 1), x, 0);
    }

    /** The larger one, the first of equals. */
    int max(int x, int y) {
        return values[y] > values[x] ? y : x;
    }

    int sum(int... terms) {
        int sum = terms[0];
        for (int i = 1; i < terms.length; i++) {
            sum = add(sum, terms[i]);
        }
        return sum;
    }

    /** Derivatives of y by everything. */
    double[] derivatives(int y) {
        double[] derivatives = new double[size];
        derivatives[y] = 1;
        for (int i = y; i >= 0; i--) {
            if (derivatives[i] != 0) {
                derivatives[firsts[i]] += i == firsts[i] ? 0 : derivatives[i] * byFirst[i];
                derivatives[seconds[i]] += i == seconds[i] ? 0 : derivatives[i] * bySecond[i];
            }
        }
        return derivatives;
    }
}

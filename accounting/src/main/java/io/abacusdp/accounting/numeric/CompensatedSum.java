package io.abacusdp.accounting.numeric;

/** Neumaier's summation: as if in twice the precision. */
public final class CompensatedSum {
    private double sum;
    private double lost;

    public void add(double value) {
        double next = sum + value;
        lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
        sum = next;
    }

    public double value() {
        return sum + lost;
    }
}

package io.abacusdp.accounting.pld;

/** Neumaier's summation: as if in twice the precision. */
final class CompensatedSum {
    private double sum;
    private double lost;

    void add(double value) {
        double next = sum + value;
        lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
        sum = next;
    }

    double value() {
        return sum + lost;
    }
}

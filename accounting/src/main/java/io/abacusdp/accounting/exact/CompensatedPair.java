package io.abacusdp.accounting.exact;

/** A compensated sum of complex numbers (Kahan): errs by two roundings of the sum of the moduli, whatever their number. */
final class CompensatedPair {
    private double sumReal;
    private double lowReal;
    private double sumImaginary;
    private double lowImaginary;

    void add(double re, double im) {
        double y = re - lowReal;
        double s = sumReal + y;
        lowReal = (s - sumReal) - y;
        sumReal = s;
        double z = im - lowImaginary;
        double w = sumImaginary + z;
        lowImaginary = (w - sumImaginary) - z;
        sumImaginary = w;
    }

    double real() {
        return sumReal;
    }

    double imaginary() {
        return sumImaginary;
    }
}

package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Enclosure;
import io.abacusdp.accounting.numeric.Normal;
import io.abacusdp.accounting.numeric.RoundOff;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The moment generating function M of a loss along a line Re z = t, and integrals over it with error bounds.
 *
 * <p>Formula: (1/2πi)·∫ M(z)·e^{−zc}·κ(z) dz = (h/π)·e^{K(t) − tc}·(κ(t)/2 + Re Σ_{k≥1} φ(kh)·e^{ikh(m−c)}·κ(t + ikh)) with a
 * {@link Kernel} κ and M(t + iω) = e^{K(t)}·φ(ω)·e^{iωm}. One table of φ serves every c for which the integrand is not much
 * smaller than its values along the line.
 *
 * <p>Accuracy: what is returned encloses the truth by the sum of
 *
 * <ul>
 *   <li>the aliases of the step h ({@link Alias});
 *   <li>the cut at ω = Ω: with B ≥ |φ| that falls, the terms left out are at most (1/π)·∫_Ω^∞ B(ω)·|κ| dω ({@link FrequencyCut});
 *   <li>the errors of log M by quadrature and by round-off, times the counts ({@link QuadratureTilted}): with e the sum of
 *       the errors of the logarithms, a term errs by at most its modulus times e·exp(e);
 *   <li>round-off of the sum itself and of its phases ({@link Integrand}), and what underflows.
 * </ul>
 *
 * <p>Serves one query, by one thread.
 */
final class Contour {
    /** Each error by method is pushed below e^{−30} = 1e-13 of the result. */
    private static final double ACCURACY = 30;

    private static final int MAX_FREQUENCIES = 50_000;

    /** Largest number of nodes times frequencies: a tenth of a second. */
    private static final double MAX_WORK = 4e7;

    private final double t;
    private final double step;
    private final Alias left;
    private final Alias right;
    private final FrequencyCut cut;
    private final double log;
    private final double logError;
    private final double mean;
    private final double[] real;
    private final double[] imaginary;
    private final double[] errors;
    private final Map<Kernel, Integrand> integrands = new EnumMap<>(Kernel.class);

    /** A line for δ right of both poles, through a saddle or near it, for thresholds near that of the saddle. */
    static Contour forDelta(ComposedLoss loss, ContourSaddle saddle) {
        return new Contour(loss, ContourLine.through(loss, saddle, ACCURACY), true);
    }

    /** Such a line for all three integrals. */
    static Contour forTails(ComposedLoss loss, ContourSaddle saddle) {
        return new Contour(loss, ContourLine.through(loss, saddle, ACCURACY), false);
    }

    /** The integrals along a line; if only that for δ is asked for, its kernel helps it to converge. */
    Contour(ComposedLoss loss, ContourLine line, boolean onlyDelta) {
        t = line.t();
        left = line.left();
        right = line.right();
        step = 2 * Math.PI / line.period();
        cut = FrequencyCut.after(loss, t, line.need(), onlyDelta, step * MAX_FREQUENCIES);
        int n = (int) Math.ceil(cut.omega() / step);
        List<TiltedLaw> tilted = tilt(loss, n);
        real = new double[n + 1];
        imaginary = new double[n + 1];
        errors = new double[n + 1];
        double sumLog = 0;
        double sumError = 0;
        double sumMean = 0;
        double meanSize = 0;
        for (int i = 0; i < tilted.size(); i++) {
            double count = loss.factors().get(i).count();
            TiltedLaw one = tilted.get(i);
            sumLog += count * one.log();
            sumError += count * (one.logError() + RoundOff.UNIT * (tilted.size() + 2) * Math.abs(one.log()));
            sumMean += count * one.mean();
            meanSize += count * Math.abs(one.mean());
            one.addLogCharacteristic(count, step, n, real, imaginary, errors);
        }
        log = sumLog;
        logError = sumError;
        mean = sumMean;
        for (int k = 0; k <= n; k++) {
            double modulus = Math.exp(real[k]);
            double phase = imaginary[k];
            double size = Math.abs(real[k]) + Math.abs(phase) + k * step * meanSize;
            double error = errors[k] + RoundOff.UNIT * (4 + (tilted.size() + 2) * size);
            real[k] = modulus * Math.cos(phase);
            imaginary[k] = modulus * Math.sin(phase);
            errors[k] = modulus == 0 ? 0 : modulus * error * Math.exp(error);
        }
    }

    private List<TiltedLaw> tilt(ComposedLoss loss, int n) {
        List<TiltedLaw> tilted = new ArrayList<>();
        double work = 0;
        for (MechanismLoss factor : loss.factors()) {
            TiltedLaw one = factor.tilt(t, cut.omega(), ACCURACY + 2);
            work += (double) n * one.size();
            if (work > MAX_WORK) {
                throw new SlowDecayException("it needs " + n + " frequencies at " + one.size() + " nodes each");
            }
            tilted.add(one);
        }
        return tilted;
    }

    /** δ(c) and its derivative −e^c·Pr_Q[L &gt; c], without bounds, from a line right of both poles. */
    double[] deltaAndSlope(double c) {
        double scale = Math.exp(log - t * c) * step / Math.PI;
        return new double[] {
            scale * integrand(Kernel.DELTA).sum(c),
            -scale * integrand(Kernel.UNDER_Q).sum(c)
        };
    }

    /** The density of the loss under Q at c, without bounds: (1/2πi)·∫ M(z)·e^{−(z+1)c} dz. */
    double densityUnderQ(double c) {
        double sum = -0.5 * real[0];
        for (int k = 0; k < real.length; k++) {
            double angle = k * step * (mean - c);
            sum += real[k] * Math.cos(angle) - imaginary[k] * Math.sin(angle);
        }
        return Math.exp(log - (t + 1) * c) * step / Math.PI * sum;
    }

    /** δ(c), from a line right of both poles. The aliases are all positive, so that they do not count above. */
    Enclosure delta(double c) {
        return integral(Kernel.DELTA, true, c);
    }

    /** Pr_Q[L &gt; c] and Pr_P[L ≤ c]. */
    ErrorRates errorsAt(double c) {
        Enclosure underP = tail(Kernel.UNDER_P, t > 0, c);
        return new ErrorRates(c, aboveUnderQ(c), t > 0 ? Probability.complement(underP) : underP);
    }

    /** Pr_Q[L &gt; c]. */
    Enclosure aboveUnderQ(double c) {
        Enclosure underQ = tail(Kernel.UNDER_Q, t > -1, c);
        return t > -1 ? underQ : Probability.complement(underQ);
    }

    /** The normal quantile of Pr_Q[L &gt; c], without bounds; infinite or NaN if the probability is lost in its error. */
    double quantileUnderQ(double c) {
        double quantile = Normal.quantile(tail(Kernel.UNDER_Q, t > -1, c).estimate());
        return t > -1 ? quantile : -quantile;
    }

    /** The probability of a loss above c, from a line right of the pole, or of one of at most c, from a line left of it. */
    private Enclosure tail(Kernel kernel, boolean rightOfPole, double c) {
        Enclosure integral = integral(kernel, rightOfPole, c);
        return rightOfPole
                ? Probability.enclosed(integral.lower(), integral.estimate(), integral.upper())
                : Probability.enclosed(-integral.upper(), -integral.estimate(), -integral.lower());
    }

    private Integrand integrand(Kernel kernel) {
        return integrands.computeIfAbsent(kernel, some -> new Integrand(some, t, step, mean, real, imaginary, errors));
    }

    /** The integral with the kernel; that for Q without its factor e^c. */
    private Enclosure integral(Kernel kernel, boolean rightOfPole, double c) {
        Integrand integrand = integrand(kernel);
        double sum = integrand.sum(c);
        double error = integrand.error(c);
        double logScale = log - t * c - (kernel == Kernel.UNDER_Q ? c : 0);
        double scaleError = logError + 4 * RoundOff.UNIT * (Math.abs(log) + Math.abs(t * c) + Math.abs(c) + 2);
        double scale = Math.exp(logScale) / Math.PI;
        double value = scale * step * sum;
        // |1/z(z+1)| ≤ 1/ω², and |1/z| and |1/(z+1)| ≤ 1/ω.
        double cutSize = kernel == Kernel.DELTA ? cut.sumOfSquares() : cut.sum();
        double cutOff = scale * cutSize;
        // Where the scale is subnormal, relative errors say nothing about it.
        double underflow = Double.MIN_VALUE * (8 + 2 * (step * (Math.abs(sum) + error) + cutSize));
        double rest = 1.001 * (scale * step * error + Math.abs(value) * Math.expm1(scaleError) + cutOff) + underflow;
        if (!(rest < Double.POSITIVE_INFINITY)) {
            throw new SlowDecayException("its error bounds are too wide");
        }
        double period = 2 * Math.PI / step;
        double shift = kernel == Kernel.UNDER_Q ? c : 0;
        double alias = Math.exp(left.logBound(t, period, c) - shift) + Math.exp(right.logBound(t, period, c) - shift);
        // Where the integral is minus a complement, so are its aliases.
        double above = rest + (rightOfPole ? 0 : alias);
        double below = rest + (rightOfPole ? alias : 0);
        return new Enclosure(value - below, value, value + above);
    }
}

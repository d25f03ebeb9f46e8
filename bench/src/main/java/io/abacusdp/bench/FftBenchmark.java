package io.abacusdp.bench;

import io.abacusdp.accounting.numeric.RealFft;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jtransforms.fft.DoubleFFT_1D;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import pl.edu.icm.jlargearrays.ConcurrencyUtils;

/** A forward transform of real values and its inverse, one thread, by ours and by JTransforms. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(1)
public class FftBenchmark {
    @Param({"14", "20"})
    public int logSize;

    private double[] values = new double[0];
    private RealFft ours = RealFft.ofSize(8);
    private DoubleFFT_1D theirs = new DoubleFFT_1D(8);

    @Setup
    public void prepare() {
        ConcurrencyUtils.setNumberOfThreads(1);
        int size = 1 << logSize;
        values = new SplittableRandom(1).doubles(size).toArray();
        ours = RealFft.ofSize(size);
        theirs = new DoubleFFT_1D(size);
    }

    @Benchmark
    public double[] ours() {
        ours.forward(values);
        ours.inverse(values);
        return values;
    }

    @Benchmark
    public double[] jTransforms() {
        theirs.realForward(values);
        theirs.realInverse(values, true);
        return values;
    }
}

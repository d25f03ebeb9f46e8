package io.abacusdp.bench;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.calibrate.Calibration;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.exact.ExactAccountant;
import io.abacusdp.accounting.pld.PldAccountant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Exact and certified accounting, with error bounds, everything computed anew each time. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(1)
public class ExactBenchmark {
    private static final Adjacency ADD = Adjacency.ADD_OR_REMOVE_ONE;

    /** The cases of the goals: sigma, q, steps, delta. */
    @State(Scope.Thread)
    public static class Case {
        @Param({"1:0.01:1000:1e-5", "0.8:0.004:15000:1e-5", "0.5:0.001:100000:1e-6", "2:0.1:10000:1e-7"})
        public String of = "";

        DpEvent event() {
            return DpEvent.sampledGaussian(field(1), field(0), (long) field(2));
        }

        double field(int i) {
            return Double.parseDouble(of.split(":", -1)[i]);
        }
    }

    /**
     * Cost against the number of steps must be flat. It nearly is: about one expected participation makes a loss whose
     * characteristic function falls slowly, and costs two or three times as much as many.
     */
    @State(Scope.Thread)
    public static class Steps {
        /** Sigma and q. */
        @Param({"2:0.1", "1:0.01"})
        public String mechanism = "";

        @Param({"100", "1000", "10000", "100000", "1000000", "10000000", "100000000"})
        public long steps;

        DpEvent event() {
            String[] parts = mechanism.split(":", -1);
            return DpEvent.sampledGaussian(Double.parseDouble(parts[1]), Double.parseDouble(parts[0]), steps);
        }
    }

    /** Cost against the number of different phases must be linear at most. */
    @State(Scope.Thread)
    public static class Phases {
        @Param({"1", "2", "4", "8", "16", "32", "64", "128", "256"})
        public int phases;

        DpEvent event() {
            List<DpEvent> all = new ArrayList<>();
            for (int i = 0; i < phases; i++) {
                all.add(DpEvent.sampledGaussian(0.01, 1 + 0.01 * i, 1000));
            }
            return new Composed(all);
        }
    }

    @Benchmark
    public double exactEpsilon(Case one) {
        return new ExactAccountant().epsilon(one.event(), ADD, one.field(3)).epsilon();
    }

    @Benchmark
    public double pldInterval(Case one) {
        return PldAccountant.withTolerance(1e-3)
                .epsilon(one.event(), ADD, one.field(3))
                .epsilon();
    }

    @Benchmark
    public double exactEpsilonOfSteps(Steps steps) {
        return new ExactAccountant().epsilon(steps.event(), ADD, 1e-5).epsilon();
    }

    @Benchmark
    public double exactEpsilonOfPhases(Phases phases) {
        return new ExactAccountant().epsilon(phases.event(), ADD, 1e-5).epsilon();
    }

    /** Ten epochs of one of so many batches. */
    @State(Scope.Thread)
    public static class Batches {
        @Param({"1000", "1000000"})
        public long batches;
    }

    @Benchmark
    public double exactEpsilonOfAllocation(Batches one) {
        return new ExactAccountant()
                .epsilon(allocation(one.batches, 1), ADD, 1e-6)
                .epsilon();
    }

    /** Users with up to 32 records in Poisson samples. */
    @Benchmark
    public double exactEpsilonOfUsers() {
        return new ExactAccountant()
                .epsilon(new Group(32, DpEvent.sampledGaussian(0.001, 2, 10_000)), ADD, 1e-6)
                .epsilon();
    }

    @Benchmark
    public double calibrateNoiseOfAllocation() {
        return new Calibration(AutoAccountant.best(), ADD, 0.5, 1e-6)
                .noiseMultiplier(noise -> allocation(1000, noise))
                .value();
    }

    private static DpEvent allocation(long batches, double noise) {
        return new Repeated(10, new RandomAllocation(batches, 1, new Gaussian(noise)));
    }

    @Benchmark
    public double calibrateNoise() {
        return new Calibration(AutoAccountant.best(), ADD, 2, 1e-5)
                .noiseMultiplier(noise -> DpEvent.sampledGaussian(256 / 60000.0, noise, 14040))
                .value();
    }
}

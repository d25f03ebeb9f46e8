package io.abacusdp.bench;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.calibrate.Calibration;
import io.abacusdp.accounting.calibrate.RiskTarget;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.risk.AttackRisk;
import io.abacusdp.accounting.tradeoff.Direction;
import io.abacusdp.accounting.tradeoff.TradeoffCurve;
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

/** What an attack can achieve, everything computed anew each time. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(1)
public class RiskBenchmark {
    private static final Adjacency ADD = Adjacency.ADD_OR_REMOVE_ONE;

    /** Sigma, q, steps, false positive rate. */
    @State(Scope.Thread)
    public static class Case {
        @Param({"1:0.01:1000:1e-3", "0.5:0.002:10000:1e-6"})
        public String of = "";

        @Param({"REMOVE", "ADD", "SYMMETRIC"})
        public Direction direction = Direction.SYMMETRIC;

        double field(int i) {
            return Double.parseDouble(of.split(":", -1)[i]);
        }
    }

    @Benchmark
    public double truePositiveRate(Case one) {
        DpEvent event = DpEvent.sampledGaussian(one.field(1), one.field(0), (long) one.field(2));
        return risk(event).truePositiveRate(one.field(3), one.direction);
    }

    @Benchmark
    public double advantage() {
        return risk(DpEvent.sampledGaussian(0.01, 1, 1000)).advantage();
    }

    @Benchmark
    public double muFromALeastRate() {
        return risk(DpEvent.sampledGaussian(0.01, 1, 1000)).mu(1e-5);
    }

    @Benchmark
    public double calibrateNoiseToMuFromALeastRate() {
        return new Calibration(RiskTarget.mu(ADD, 0.5, 1e-5))
                .noiseMultiplier(noise -> DpEvent.sampledGaussian(0.01, noise, 1000))
                .value();
    }

    private static AttackRisk risk(DpEvent event) {
        return new AttackRisk(TradeoffCurve.of(event, ADD));
    }
}

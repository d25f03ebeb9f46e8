package io.abacusdp.bench;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.rdp.Conversion;
import io.abacusdp.accounting.rdp.Orders;
import io.abacusdp.accounting.rdp.RdpAccountant;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Epsilon of (sigma 1, q 0.01, 1000 steps) at delta 1e-5 by Rényi accounting, everything computed anew each time. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(1)
public class RdpBenchmark {
    private final DpEvent training = DpEvent.sampledGaussian(0.01, 1, 1000);
    private final RdpAccountant classicGrid = new RdpAccountant(Orders.classicGrid(), Conversion.OPTIMAL);
    private final RdpAccountant classicGridBalle = new RdpAccountant(Orders.classicGrid(), Conversion.BALLE);
    private final RdpAccountant allOrders = new RdpAccountant();

    @Benchmark
    public double epsilonOnClassicGrid() {
        return epsilon(classicGrid);
    }

    @Benchmark
    public double epsilonOnClassicGridByBalle() {
        return epsilon(classicGridBalle);
    }

    @Benchmark
    public double epsilonOverAllOrders() {
        return epsilon(allOrders);
    }

    private double epsilon(RdpAccountant accountant) {
        return accountant.epsilon(training, Adjacency.ADD_OR_REMOVE_ONE, 1e-5).epsilon();
    }
}

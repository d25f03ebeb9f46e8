package io.abacusdp.cli;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.calibrate.Calibrated;
import io.abacusdp.accounting.calibrate.Calibration;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The (epsilon, delta) that a run may spend. */
final class TargetOptions {
    @Option(
            names = "--epsilon",
            paramLabel = "E",
            required = true,
            converter = Numbers.Epsilon.class,
            description = "Target epsilon, finite and at least 0.")
    private double epsilon;

    @Option(
            names = "--delta",
            paramLabel = "D",
            required = true,
            converter = Numbers.Delta.class,
            description = "Target delta, in [0, 1).")
    private double delta;

    @Mixin
    private AccountantOptions accounting = new AccountantOptions();

    /** Searches, and prints the value found and what is reached with it. */
    void solve(
            Output output,
            Function<Calibration, Calibrated> search,
            Function<Calibrated, Answer> answer,
            Function<Calibrated, String> lead) {
        Calibration calibration = new Calibration(accounting.accountant(), accounting.adjacency(), epsilon, delta);
        Timed<Calibrated> found = Timed.once(() -> search.apply(calibration));
        Guarantee reached = found.result().guarantee();
        output.print(
                found.map(answer),
                reached,
                lead.apply(found.result()),
                "epsilon " + output.up(reached.epsilon()),
                "delta " + SafeFigures.exact(delta));
    }
}

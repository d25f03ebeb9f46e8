package io.abacusdp.cli.account;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.option.AccountantOptions;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.EventFile;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.option.Schedule;
import io.abacusdp.cli.output.Timed;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.format.EventJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Several runs on the same data as one event. */
@Command(
        name = "compose",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "One event, in canonical form, for several runs on the same data.",
            "With --delta, also the epsilon that they spent together."
        },
        footer = {"", "Example:", "  abacus compose --phase 1:1e-5:10 --phase 3:1e-4:4 --delta 1e-5 --orders 2..32"})
public final class ComposeCommand implements Runnable {
    @Parameters(arity = "0..*", paramLabel = "FILE", description = "Events as JSON; - is standard input.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = "--phase",
            paramLabel = "Z:Q:T",
            converter = Phase.class,
            description = "T steps of a Gaussian of noise multiplier Z on Poisson samples at rate Q; may be repeated.")
    private List<DpEvent> phases = new ArrayList<>();

    @Option(
            names = "--delta",
            paramLabel = "D",
            converter = NumberConverters.Delta.class,
            description = "Delta at which epsilon is asked, in [0, 1).")
    private @Nullable Double delta;

    @Mixin
    private AccountantOptions accounting = new AccountantOptions();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        if (files.isEmpty() && phases.isEmpty()) {
            throw new UsageException("there is nothing to compose: give files or --phase");
        }
        Accountant accountant = accounting.accountant();
        Composition history = new Composition();
        files.forEach(file -> history.add(EventFile.event(file, output.command())));
        phases.forEach(history::add);
        DpEvent event = history.toEvent();
        if (delta == null) {
            output.line(EventJson.write(event));
            return;
        }
        double at = delta;
        Timed<Guarantee> found = Timed.once(() -> accountant.epsilon(event, accounting.adjacency(), at));
        output.line(EventJson.write(event));
        output.printEpsilon(event, found);
    }

    /** Z:Q:T. */
    static final class Phase implements ITypeConverter<DpEvent> {
        @Override
        public DpEvent convert(String text) {
            String[] parts = text.split(":", -1);
            if (parts.length != 3) {
                throw new TypeConversionException(
                        "must be noise multiplier, sampling rate and steps, such as 1.1:0.01:1000, got " + text);
            }
            double noiseMultiplier = new NumberConverters.Noise().convert(parts[0]);
            double rate = new NumberConverters.Rate().convert(parts[1]);
            long steps = new NumberConverters.Count().convert(parts[2]);
            return new Schedule(rate, steps, steps).sampledGaussian(noiseMultiplier);
        }
    }
}

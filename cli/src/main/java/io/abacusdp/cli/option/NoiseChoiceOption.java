package io.abacusdp.cli.option;

import io.abacusdp.cli.output.UsageException;
import io.abacusdp.training.sampling.Sampling;
import io.abacusdp.training.step.NoiseChoice;
import java.util.List;
import picocli.CommandLine.Option;

/** Whether steps have noise of their own, or noise that is correlated. */
public final class NoiseChoiceOption {
    private static final String BANDED = "banded";
    private static final List<String> NAMES = List.of("independent", BANDED, BANDED + ":B", "tree", "blt");

    @Option(
            names = "--noise",
            paramLabel = "KIND",
            defaultValue = "independent",
            description = {
                "independent; banded:B, correlated over B steps, which take examples from B groups in turn (or with",
                "--sampling cyclic, all over again every epoch); banded, with the B of the least expected error; tree or",
                "blt, correlated over all steps, with --sampling cyclic. Default: independent."
            })
    private String kind = "independent";

    /** What was asked for. */
    public NoiseChoice choice() {
        if (kind.startsWith(BANDED + ":")) {
            try {
                return new NoiseChoice.Banded(Integer.parseInt(kind.substring(BANDED.length() + 1)));
            } catch (NumberFormatException e) {
                throw new UsageException("--noise banded:B needs a whole number of bands, got " + kind, e);
            }
        }
        return switch (kind) {
            case "independent" -> new NoiseChoice.Independent();
            case BANDED -> new NoiseChoice.BestBanded();
            case "tree" -> new NoiseChoice.Tree();
            case "blt" -> new NoiseChoice.Buffered();
            default ->
                throw new UsageException(
                        "--noise " + NameConverters.unknown(kind, NAMES).getMessage());
        };
    }

    /** The sampling that goes with it unless another is asked for. */
    public Sampling usualSampling() {
        NoiseChoice choice = choice();
        return choice instanceof NoiseChoice.Tree || choice instanceof NoiseChoice.Buffered
                ? Sampling.CYCLIC
                : Sampling.POISSON;
    }
}

package io.abacusdp.cli.option;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.calibrate.RiskTarget;
import io.abacusdp.cli.output.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The success that an attack may have, as a target. */
final class RiskOptions {
    @Option(
            names = "--advantage",
            paramLabel = "A",
            converter = NumberConverters.Share.class,
            description = "Or: target advantage of an attack, in (0, 1).")
    private @Nullable Double advantage;

    @Option(
            names = "--tpr",
            paramLabel = "T",
            converter = NumberConverters.Share.class,
            description = "Or: target true positive rate of an attack, in (0, 1), with --fpr.")
    private @Nullable Double truePositiveRate;

    @Option(
            names = "--fpr",
            paramLabel = "F",
            converter = NumberConverters.Share.class,
            description = "False positive rate at which --tpr is meant, below it.")
    private @Nullable Double falsePositiveRate;

    @Option(
            names = "--mu",
            paramLabel = "M",
            converter = NumberConverters.Noise.class,
            description = "Or: target mu of a Gaussian mechanism that is nowhere harder to see through.")
    private @Nullable Double mu;

    @Option(
            names = "--least-rate",
            paramLabel = "R",
            converter = NumberConverters.Share.class,
            description =
                    "Least error rate for which --mu is meant, in (0, 0.5). Default: for all error rates, however small.")
    private @Nullable Double leastRate;

    /** How many targets are given. */
    long count() {
        return Stream.of(advantage, truePositiveRate, mu)
                .filter(Objects::nonNull)
                .count();
    }

    RiskTarget target(Adjacency adjacency) {
        if ((truePositiveRate == null) != (falsePositiveRate == null)) {
            throw new UsageException("--tpr and --fpr go together, got only one of them");
        }
        if (leastRate != null && mu == null) {
            throw new UsageException("--least-rate is for --mu");
        }
        if (advantage != null) {
            return RiskTarget.advantage(adjacency, advantage);
        }
        if (truePositiveRate != null && falsePositiveRate != null) {
            return RiskTarget.truePositiveRate(adjacency, truePositiveRate, falsePositiveRate);
        }
        double limit = Objects.requireNonNull(mu, "mu");
        return leastRate == null ? RiskTarget.mu(adjacency, limit) : RiskTarget.mu(adjacency, limit, leastRate);
    }

    /** What is reached, in lines of text. */
    List<String> lines(String reached) {
        List<String> lines = new ArrayList<>();
        lines.add((advantage != null ? "advantage " : mu != null ? "mu " : "tpr ") + reached);
        if (falsePositiveRate != null) {
            lines.add("fpr " + SafeFigures.exact(falsePositiveRate));
        }
        if (leastRate != null) {
            lines.add("least_rate " + SafeFigures.exact(leastRate));
        }
        return lines;
    }
}

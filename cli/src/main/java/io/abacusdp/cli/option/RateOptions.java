package io.abacusdp.cli.option;

import io.abacusdp.accounting.LargeDelta;
import io.abacusdp.cli.output.UsageException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The sampling rate, as it is or as batch size over number of examples. */
public final class RateOptions {
    @Option(
            names = "--sampling-rate",
            paramLabel = "Q",
            converter = NumberConverters.Rate.class,
            description =
                    "Probability of a record to be in a step's Poisson sample, in (0, 1]. Default: 1, no sampling.")
    private @Nullable Double rate;

    @Option(
            names = "--examples",
            paramLabel = "N",
            converter = NumberConverters.Count.class,
            description = "Number of examples, with --batch-size instead of --sampling-rate.")
    private @Nullable Long examples;

    @Option(
            names = "--batch-size",
            paramLabel = "B",
            converter = NumberConverters.Count.class,
            description = "Expected batch size: the sampling rate is B/N.")
    private @Nullable Long batchSize;

    public boolean given() {
        return rate != null || examples != null || batchSize != null;
    }

    /** The rate, after checking that the flags state one and only one. */
    public double rate() {
        if (rate != null) {
            if (examples != null || batchSize != null) {
                throw new UsageException(
                        "--sampling-rate and --examples with --batch-size exclude each other, got both");
            }
            return rate;
        }
        if (examples == null && batchSize == null) {
            return 1;
        }
        if (examples == null || batchSize == null) {
            throw new UsageException("--examples and --batch-size go together, got only one of them");
        }
        if (batchSize > examples) {
            throw new UsageException(
                    "--batch-size must be at most --examples, %d, got %d".formatted(examples, batchSize));
        }
        return (double) batchSize / examples;
    }

    /** What to say of a delta that is too large for the number of examples, if that is known. */
    public Optional<String> warning(double delta) {
        return examples == null ? Optional.empty() : LargeDelta.warning(delta, examples);
    }

    /** The least whole number of steps that makes so many epochs, exactly. */
    long stepsOf(BigDecimal epochs) {
        BigDecimal steps = batchSize == null || examples == null
                ? epochs.divide(BigDecimal.valueOf(rate()), 0, RoundingMode.CEILING)
                : epochs.multiply(BigDecimal.valueOf(examples))
                        .divide(BigDecimal.valueOf(batchSize), 0, RoundingMode.CEILING);
        if (steps.compareTo(BigDecimal.valueOf(1L << 53)) > 0) {
            throw new UsageException("--epochs must make at most 2^53 steps, got " + steps);
        }
        return steps.longValueExact();
    }

    /** How many whole batches an epoch has: rounded down, as fewer cost more. */
    long batchesPerEpoch() {
        double rate = rate();
        return examples != null && batchSize != null ? examples / batchSize : (long) Math.floor(1 / rate);
    }

    /** The size of a batch, if the rate was made of it. */
    long batchSize() {
        if (batchSize == null) {
            throw new UsageException("batches of a fixed size need --examples and --batch-size");
        }
        return batchSize;
    }

    OptionalLong examples() {
        return examples == null ? OptionalLong.empty() : OptionalLong.of(examples);
    }

    /** Whether the rate is made of other flags. */
    boolean derived() {
        return rate == null && given();
    }
}

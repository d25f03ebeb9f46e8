package io.abacusdp.cli.option;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.RepeatAndSelect;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledInTurn;
import io.abacusdp.accounting.event.SampledWithReplacement;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.event.ShuffledEpoch;
import io.abacusdp.cli.output.UsageException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How batches are made, who is to be protected, and of how many runs the released one is the best. */
public final class PlanOptions {
    @Option(
            names = "--sampling",
            paramLabel = "S",
            converter = NameConverters.BatchSchemes.class,
            completionCandidates = NameConverters.BatchSchemes.class,
            description =
                    "How batches are made: poisson (default), allocated (each record is dealt into one batch of every epoch,"
                            + " by itself), without_replacement or with_replacement (batches of a fixed size; need --examples and"
                            + " --batch-size), shuffled (every epoch in a random order; ask under zero_out or replace_one).")
    private BatchScheme scheme = BatchScheme.POISSON;

    @Option(
            names = "--records-per-user",
            paramLabel = "K",
            converter = NumberConverters.Count.class,
            description = "Protect users with up to K records each, instead of single records. Default: 1.")
    private long recordsPerUser = 1;

    @Option(
            names = "--tuned-over",
            paramLabel = "N[:LAW]",
            converter = NumberConverters.Tuning.class,
            description =
                    "Only the best of a random number of runs is released, N on average; LAW is geometric (default), logarithmic,"
                            + " poisson, or the shape of a truncated negative binomial.")
    private @Nullable TuningLaw tuning;

    @Option(
            names = "--bands",
            paramLabel = "B",
            converter = NumberConverters.Count.class,
            description =
                    "Noise is correlated by a matrix of B bands whose columns have norm 1, and step i samples group i mod B of B"
                            + " groups, at B times the rate. Default: 1, independent noise.")
    private long bands = 1;

    boolean given() {
        return bands != 1 || scheme != BatchScheme.POISSON || recordsPerUser != 1 || tuning != null;
    }

    /** The whole run whose every batch is released with Gaussian noise. */
    DpEvent event(Schedule schedule, RateOptions sizes, double noiseMultiplier) {
        return around(batches(schedule, sizes, new Gaussian(noiseMultiplier)));
    }

    /** A run as seen by a user, and as the best of several. */
    public DpEvent around(DpEvent run) {
        DpEvent seen = recordsPerUser == 1 ? run : new Group(recordsPerUser, run);
        return tuning == null ? seen : new RepeatAndSelect(tuning.mean(), tuning.shape(), seen);
    }

    /** Whether noise is correlated by a matrix of bands. */
    public boolean isBanded() {
        return bands > 1;
    }

    /** The same run as if its batches were Poisson samples, which they are not: to be told apart from what is proven. */
    DpEvent claimedAsPoisson(Schedule schedule, double noiseMultiplier) {
        return around(schedule.sampledGaussian(noiseMultiplier));
    }

    /** What {@link #around} adds, in sentences. */
    public List<String> assumptions() {
        List<String> sentences = new ArrayList<>();
        if (recordsPerUser > 1) {
            sentences.add(
                    "Unit of privacy: a user with up to %d records, all of which the neighbouring data lacks. Who has more is not covered."
                            .formatted(recordsPerUser));
        } else {
            sentences.add(
                    "Unit of privacy: one record. Somebody with several has a weaker guarantee: --records-per-user says which.");
        }
        if (tuning != null) {
            sentences.add(
                    "Tuning: the best of a random number of runs is released, %s on average; the number was drawn by itself, and nothing of the others is released."
                            .formatted(tuning.mean()));
        }
        if (isBanded()) {
            sentences.add(
                    "Noise matrix: noise is correlated by a matrix of %d bands whose columns have norm 1. Only if examples are split into %d groups independently of the data, and step i draws a Poisson sample of group i mod %d, at %d times the rate below, does the figure hold."
                            .formatted(bands, bands, bands, bands));
        }
        return sentences;
    }

    public BatchScheme scheme() {
        return scheme;
    }

    private DpEvent batches(Schedule schedule, RateOptions sizes, DpEvent gaussian) {
        if (bands > 1 && scheme != BatchScheme.POISSON) {
            throw new UsageException("--bands is for --sampling poisson, got " + scheme.id());
        }
        return switch (scheme) {
            case POISSON -> bands == 1 ? schedule.sampled(gaussian) : banded(schedule, gaussian);
            case SHUFFLED -> repeated(schedule.participations(), new ShuffledEpoch(sizes.batchesPerEpoch(), gaussian));
            case ALLOCATED -> allocated(schedule, sizes.batchesPerEpoch(), gaussian);
            case WITHOUT_REPLACEMENT ->
                repeated(schedule.steps(), new SampledWithoutReplacement(records(sizes), sizes.batchSize(), gaussian));
            case WITH_REPLACEMENT ->
                repeated(schedule.steps(), new SampledWithReplacement(records(sizes), sizes.batchSize(), gaussian));
        };
    }

    private DpEvent banded(Schedule schedule, DpEvent gaussian) {
        double rate = Math.nextUp(bands * schedule.rate());
        if (!(bands * schedule.rate() <= 1)) {
            throw new UsageException(
                    "--bands times the sampling rate must be at most 1, got " + bands * schedule.rate());
        }
        return repeated((schedule.steps() - 1) / bands + 1, new SampledInTurn(Math.min(1, rate), gaussian));
    }

    /** Fewer batches an epoch cost more, and so does an epoch that was begun. */
    private static DpEvent allocated(Schedule schedule, long batches, DpEvent gaussian) {
        long epochs = Math.max(1, (schedule.steps() + batches - 1) / batches);
        return repeated(epochs, new RandomAllocation(batches, 1, gaussian));
    }

    private static DpEvent repeated(long count, DpEvent event) {
        return count == 1 ? event : new Repeated(count, event);
    }

    private long records(RateOptions sizes) {
        return sizes.examples()
                .orElseThrow(() ->
                        new UsageException("--sampling %s needs --examples and --batch-size".formatted(scheme.id())));
    }
}

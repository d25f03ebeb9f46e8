package io.abacusdp.cli.train;

import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.InsecureSeedOption;
import io.abacusdp.cli.option.NoiseChoiceOption;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.option.ThreadsOption;
import io.abacusdp.training.audit.AuditSettings;
import io.abacusdp.training.audit.MechanismAudit;
import io.abacusdp.training.audit.MechanismOutcome;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.sampling.Sampling;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** An audit of the steps that training is made of. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Attacks the code that private training consists of: runs the real sampler, clipping, sums, noise "
                    + "and division many times on data that is as bad as data can be, with and without one record, and "
                    + "says which claims about epsilon that refutes.",
            "Needs no data, and takes seconds. Exit status 4 if the claim is refuted, with 95 %% confidence by "
                    + "default."
        },
        footer = {
            "",
            "Measured is the epsilon of the strongest claim, among those of the same sampling and",
            "steps with more or less noise, that is not refuted; the lower bound holds whatever the",
            "mechanism is, and is far below the truth for that. Nothing refuted is no proof.",
            "",
            "Examples:",
            "  abacus audit",
            "  abacus audit --epsilon 1 --delta 1e-6 --runs 200000 --format json"
        })
public final class AuditCommand implements Callable<Integer> {
    @Option(
            names = "--epsilon",
            paramLabel = "E",
            defaultValue = "3",
            converter = NumberConverters.Noise.class,
            description = "Claimed epsilon, to which the noise is calibrated. Default: ${DEFAULT-VALUE}.")
    private double epsilon;

    @Option(
            names = "--delta",
            paramLabel = "D",
            defaultValue = "1e-5",
            converter = NumberConverters.Delta.class,
            description = "Delta at which it is claimed, in [0, 1). Default: ${DEFAULT-VALUE}.")
    private double delta;

    @Mixin
    private NoiseChoiceOption noise = new NoiseChoiceOption();

    @Option(
            names = "--sampling",
            paramLabel = "NAME",
            description = {
                "poisson, allocated (each record in one lot of every epoch, dealt by itself) or cyclic (dealt once, and every",
                "epoch the same lots). Default: poisson, or cyclic where the noise needs it."
            })
    private @Nullable String sampling;

    @Option(
            names = "--records",
            paramLabel = "N",
            defaultValue = "32",
            converter = NumberConverters.Size.class,
            description = "Records of the data in which the canary is one of a crowd. Default: ${DEFAULT-VALUE}.")
    private int records;

    @Option(
            names = "--lot",
            paramLabel = "N",
            defaultValue = "8",
            converter = NumberConverters.Size.class,
            description = "Expected number of them in a step. Default: ${DEFAULT-VALUE}.")
    private int lot;

    @Option(
            names = "--steps",
            paramLabel = "N",
            defaultValue = "8",
            converter = NumberConverters.Size.class,
            description = "Steps of a run. Default: ${DEFAULT-VALUE}.")
    private int steps;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "40000",
            converter = NumberConverters.Size.class,
            description = "Runs; four times as many halve the margin. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--order-records",
            paramLabel = "N",
            defaultValue = "16384",
            converter = NumberConverters.Size.class,
            description = "Records of the data whose order makes sums of floats go wrong. Default: ${DEFAULT-VALUE}.")
    private int orderRecords;

    @Option(
            names = "--order-runs",
            paramLabel = "N",
            defaultValue = "160",
            converter = NumberConverters.Size.class,
            description = "Runs on that data, one step each. Default: ${DEFAULT-VALUE}.")
    private int orderRuns;

    @Option(
            names = "--records-per-user",
            paramLabel = "K",
            defaultValue = "1",
            converter = NumberConverters.Size.class,
            description =
                    "Records of the user who is there or not, and whom the claim is for. Default: ${DEFAULT-VALUE}.")
    private int recordsPerUser;

    @Option(
            names = "--confidence",
            paramLabel = "P",
            defaultValue = "0.95",
            converter = NumberConverters.Share.class,
            description = "Probability, at least, that a true claim is not refuted. Default: ${DEFAULT-VALUE}.")
    private double confidence;

    @Mixin
    private ThreadsOption threads = new ThreadsOption();

    @Mixin
    private InsecureSeedOption insecure = new InsecureSeedOption();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public Integer call() {
        AuditSettings settings = new AuditSettings(
                epsilon,
                delta,
                sampling == null
                        ? noise.usualSampling()
                        : TrainingOptions.one("--sampling", sampling, Sampling.values()),
                records,
                lot,
                steps,
                runs,
                orderRecords,
                orderRuns,
                noise.choice(),
                recordsPerUser,
                confidence);
        Long seed = insecure.seed();
        RandomStreams streams = seed == null ? RandomStreams.secure() : RandomStreams.insecureForTests(seed);
        MechanismAudit audit = new MechanismAudit(settings);
        MechanismOutcome outcome;
        try (AuditProgress progress = new AuditProgress(output, settings)) {
            outcome = audit.run(streams, threads.count(), progress::made);
        }
        AuditAnswer answer = new AuditAnswer(outcome);
        answer.print(output);
        return answer.status();
    }
}

package io.abacusdp.cli.account;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.cli.option.AdjacencyOption;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.BatchScheme;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.option.PlanOptions;
import io.abacusdp.cli.option.RenyiOptions;
import io.abacusdp.cli.option.RunOptions;
import io.abacusdp.cli.option.Schedule;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.format.EventJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a reader of a paper needs to know about a run's privacy. */
@Command(
        name = "statement",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "What a reader of a paper needs to know about a run: assumptions, then epsilon.",
            "Every accountant that can account the run has its row, and so has every way to form batches.",
            "With --format json, each row is an answer; its id names the way."
        },
        footer = {
            "",
            "Example:",
            "  abacus statement --noise-multiplier 2 --examples 10000 --batch-size 64 \\",
            "      --epochs 5 --delta 1e-6"
        })
public final class StatementCommand implements Runnable {
    private static final String AS_STATED = "as_stated";
    private static final String POISSON = "poisson_sampled";
    private static final String BANDED = "banded";
    private static final String ONCE_PER_EPOCH = "once_per_epoch";

    @Mixin
    private RunOptions run = new RunOptions();

    @Option(
            names = "--microbatches",
            description =
                    "Clipping is per micro-batch and not per example: a record then moves a sum by up to twice the"
                            + " clipping norm, and the noise multiplier counts half.")
    private boolean microbatches;

    @Option(
            names = "--delta",
            paramLabel = "D",
            required = true,
            converter = NumberConverters.Delta.class,
            description = "Delta at which epsilon is stated, in [0, 1).")
    private double delta;

    @Mixin
    private RenyiOptions renyi = new RenyiOptions();

    @Mixin
    private AdjacencyOption adjacency = new AdjacencyOption();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        List<StatementRow> rows = new ArrayList<>();
        List<String> assumptions = run.isFile() ? ofEvent(rows) : ofTraining(rows);
        // All is computed before the first line of output: a refusal leaves no half statement behind.
        Map<StatementRow, AccountantSurvey> cases = new LinkedHashMap<>();
        rows.forEach(row -> cases.put(row, AccountantSurvey.epsilon(renyi, row.event(), row.adjacency(), delta)));
        new Statement(delta, run.warning(delta), output).print(assumptions, cases);
    }

    private List<String> ofEvent(List<StatementRow> rows) {
        if (microbatches) {
            throw new UsageException("--microbatches is for the flags of noise and sampling, got --events");
        }
        DpEvent event = run.event(output);
        rows.add(new StatementRow(AS_STATED, "run as stated above", event, adjacency.value()));
        List<String> assumptions = new ArrayList<>(Assumptions.ofEvent(adjacency.value(), EventJson.write(event)));
        assumptions.add(1, Assumptions.unit(event));
        return assumptions;
    }

    private List<String> ofTraining(List<StatementRow> rows) {
        double noiseMultiplier = run.noiseMultiplier();
        Schedule schedule = run.schedule(output);
        Gaussian gaussian = new Gaussian(microbatches ? noiseMultiplier / 2 : noiseMultiplier);
        PlanOptions plan = run.plan();
        if (plan.scheme() != BatchScheme.POISSON) {
            rows.add(new StatementRow(
                    plan.scheme().id(),
                    condition(plan.scheme()),
                    run.withNoise(gaussian.noiseMultiplier(), schedule),
                    adjacency.value()));
            if (plan.scheme() != BatchScheme.SHUFFLED) {
                rows.add(oncePerEpoch(schedule, gaussian));
            }
        } else if (plan.isBanded()) {
            rows.add(new StatementRow(
                    BANDED,
                    "groups take turns, each step a Poisson sample of one group, and noise is correlated within a turn",
                    run.withNoise(gaussian.noiseMultiplier(), schedule),
                    adjacency.value()));
        } else if (schedule.rate() == 1) {
            rows.add(new StatementRow(
                    AS_STATED,
                    "every example is used at every step",
                    plan.around(schedule.sampled(gaussian)),
                    adjacency.value()));
        } else {
            rows.add(new StatementRow(
                    POISSON,
                    "batches are Poisson samples",
                    plan.around(schedule.sampled(gaussian)),
                    adjacency.value()));
            rows.add(oncePerEpoch(schedule, gaussian));
        }
        List<String> assumptions = new ArrayList<>(
                Assumptions.ofTraining(adjacency.value(), noiseMultiplier, microbatches, schedule, run.examples()));
        assumptions.addAll(1, plan.assumptions());
        return assumptions;
    }

    private static String condition(BatchScheme scheme) {
        return switch (scheme) {
            case ALLOCATED -> "each example is dealt into one batch of every epoch, by itself";
            case SHUFFLED -> "every epoch is a random order cut into batches; no gain by the order is proven";
            default -> "batches have a fixed size and are drawn " + scheme.id().replace('_', ' ');
        };
    }

    /** A record that is added moves others to other batches; one that is zeroed out in place does not. */
    private StatementRow oncePerEpoch(Schedule schedule, Gaussian gaussian) {
        Adjacency inPlace = adjacency.value() == Adjacency.REPLACE_ONE ? Adjacency.REPLACE_ONE : Adjacency.ZERO_OUT;
        return new StatementRow(
                ONCE_PER_EPOCH,
                "each example is used once an epoch, %d in all, with no amplification (%s)"
                        .formatted(schedule.participations(), inPlace.id()),
                run.plan().around(schedule.oncePerEpoch(gaussian)),
                inPlace);
    }
}

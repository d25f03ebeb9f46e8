package io.abacusdp.training.trainer;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.filter.Decision;
import io.abacusdp.accounting.filter.FixedPlanFilter;
import io.abacusdp.accounting.filter.PrivacyFilter;
import io.abacusdp.training.checkpoint.ChargeJournal;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.gradient.Evaluation;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.noise.GaussianNoise;
import io.abacusdp.training.sampling.Sampler;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;

/** A run from where it stands to its end. For one use by one thread. */
final class TrainingRun implements AutoCloseable {
    /** A crash loses the steps since the last checkpoint: at most so long, and at most this share of the plan. */
    private static final double CHECKPOINT_SECONDS = 2;

    private static final int CHECKPOINTS_A_RUN = 50;

    private final TrainingConfig config;
    private final Dataset data;
    private final Optional<Dataset> test;
    private final Planner planner;
    private final TrainingPlan plan;
    private final TrainingState state;
    private final RunDirectory directory;
    private final Randomness random;
    private final IntPredicate absent;
    private final TrainingListener listener;
    private final GradientEngine engine;
    private final EpochLog log;
    private final List<EpochRecord> epochs;
    private final Instant begun = Instant.now();
    private final Stopwatch total = new Stopwatch();
    private final Stopwatch sinceCheckpoint = new Stopwatch();
    private final long firstStep;
    private long checkpointedStep;
    private long epochStart;
    private double epochStartSeconds;
    private double stepSeconds;
    private double lastNorm;

    TrainingRun(
            TrainingConfig config,
            Dataset data,
            Optional<Dataset> test,
            Planner planner,
            TrainingPlan plan,
            TrainingState state,
            RunDirectory directory,
            Randomness random,
            int threads,
            IntPredicate absent,
            TrainingListener listener)
            throws IOException {
        this.config = config;
        this.data = data;
        this.test = test;
        this.planner = planner;
        this.plan = plan;
        this.state = state;
        this.directory = directory;
        this.random = random;
        this.absent = absent;
        this.listener = listener;
        this.log = new EpochLog(directory.path());
        this.epochs = new ArrayList<>(log.read(state.steps()));
        this.firstStep = state.steps();
        this.checkpointedStep = firstStep;
        this.epochStart = firstStep;
        this.lastNorm = state.clippingNorm();
        this.engine = new GradientEngine(config.model(), threads);
    }

    @Override
    public void close() {
        engine.close();
    }

    /** @param another asked before every step, after the plan's own filter */
    TrainingResult run(PrivacyFilter another, List<String> problems) throws IOException {
        ChargeJournal journal = directory.journal();
        int paid = journal.charges().size();
        Sampler sampler = config.sampling().sampler(data.size(), config.lotSize(), random.source(1, paid));
        GaussianNoise noise = new GaussianNoise(range -> random.source(2 + range, paid), engine.workers());
        DpStep release =
                new DpStep(config.model(), config.clipping(), noise, sampler.expectedSize(), state.clippingNorm());
        LongFunction<DpEvent> releases = planner.releases(plan.noiseMultiplier());
        PrivacyFilter own = new FixedPlanFilter(plan.charges(), plan.granted(), paid);
        listener.begun(plan, state.steps());
        Optional<String> refusal = Optional.empty();
        while (state.steps() < plan.steps()) {
            Stopwatch step = new Stopwatch();
            DpEvent charge = sampler.charge(state.steps(), releases);
            refusal = refusal(own, charge).or(() -> refusal(another, charge));
            if (refusal.isPresent()) {
                break;
            }
            journal.append(charge);
            LotGradient lot = engine.clippedSum(state.parameters, data, present(sampler.next()), release.clip());
            journal.awaitDurable();
            lastNorm = release.norm();
            float[] gradient = release.release(lot, noiseMultiplier(state.steps()));
            state.step(gradient, release.norm());
            requireFinite();
            stepSeconds += step.seconds();
            listener.stepped(state.steps());
            if (config.sampling().endsEpoch(state.steps(), data.size(), config.lotSize())) {
                finishEpoch();
            } else if (isCheckpointDue()) {
                checkpoint();
            }
        }
        // A run may end within an epoch, or may have been cut off before it told of its last one.
        if (epochs.isEmpty() || epochs.get(epochs.size() - 1).step() < state.steps()) {
            finishEpoch();
        }
        return new TrainingResult(state.model(), record(refusal, problems));
    }

    private int[] present(int[] rows) {
        return Arrays.stream(rows).filter(absent.negate()).toArray();
    }

    private double noiseMultiplier(long step) {
        return plan.noiseMultiplier() * config.noiseShape().at(step);
    }

    /** Whether a parameter is finite depends on the data, so that the cost is that of all that was planned. */
    private void requireFinite() {
        if (!state.isFinite()) {
            throw new TrainingStoppedException(
                    "after step %d a parameter is not finite, and the run ends; a smaller learning rate may help. %d steps are charged, and as where it ended depends on the data, the plan's whole epsilon of %s at delta %s is spent"
                            .formatted(
                                    state.steps(),
                                    directory.journal().charges().size(),
                                    SafeFigures.up(plan.guarantee().epsilon(), 6),
                                    plan.guarantee().delta()));
        }
    }

    private static Optional<String> refusal(PrivacyFilter filter, DpEvent charge) {
        return filter.request(charge) instanceof Decision.Refused refused
                ? Optional.of(refused.reason())
                : Optional.empty();
    }

    private boolean isCheckpointDue() {
        return sinceCheckpoint.seconds() > CHECKPOINT_SECONDS
                || state.steps() - checkpointedStep >= Math.max(1, plan.steps() / CHECKPOINTS_A_RUN);
    }

    private void checkpoint() throws IOException {
        if (state.steps() > checkpointedStep) {
            directory.checkpoint(state.checkpoint(directory.journal().charges().size()));
            checkpointedStep = state.steps();
            sinceCheckpoint.restart();
        }
    }

    private void finishEpoch() throws IOException {
        checkpoint();
        Optional<Evaluation> evaluation = test.map(examples -> engine.evaluate(state.parameters, examples));
        int charged = directory.journal().charges().size();
        long lastStep = Math.max(0, state.steps() - 1);
        EpochRecord epoch = new EpochRecord(
                config.sampling().epoch(lastStep + 1, data.size(), config.lotSize()),
                state.steps(),
                charged,
                planner.guarantee(plan.charges().first(charged)).epsilon(),
                noiseMultiplier(lastStep),
                lastNorm,
                config.learningRate().at(lastStep),
                evaluation.map(Evaluation::meanLoss).map(OptionalDouble::of).orElse(OptionalDouble.empty()),
                evaluation.map(Evaluation::accuracy).orElse(OptionalDouble.empty()),
                total.seconds(),
                rate(state.steps() - epochStart, stepSeconds - epochStartSeconds));
        epochs.add(epoch);
        log.append(epoch);
        listener.epochDone(epoch);
        epochStart = state.steps();
        epochStartSeconds = stepSeconds;
    }

    /** Expected examples a second. */
    private double rate(long steps, double seconds) {
        return steps == 0 ? 0 : steps * (double) config.lotSize() / seconds;
    }

    private RunRecord record(Optional<String> refusal, List<String> problems) {
        int charged = directory.journal().charges().size();
        List<String> notes = new ArrayList<>(problems);
        List<String> warnings = new ArrayList<>();
        refusal.ifPresent(reason -> notes.add("the run ended before step %d: %s".formatted(state.steps() + 1, reason)));
        if (charged > state.steps()) {
            notes.add(
                    "the run was cut off and resumed: %d charges were made for a model of %d steps, and all of them count"
                            .formatted(charged, state.steps()));
        }
        if (test.isPresent()) {
            notes.add("loss and accuracy are those on the test set, which is treated as public");
        }
        if (engine.kernels().isFallback()) {
            notes.add("slow: the fallback in plain Java was used; java --add-modules jdk.incubator.vector is faster");
        }
        if (!random.isSecure()) {
            warnings.add("INSECURE: noise and lots came from a fixed seed, for tests only; nothing here is private");
        }
        if (plan.guarantee().epsilon() == Double.POSITIVE_INFINITY) {
            warnings.add("NOT PRIVATE: no finite epsilon holds for this run");
        }
        return new RunRecord(
                settings(),
                DataRecord.of(data),
                test.map(DataRecord::of),
                config.model().toString(),
                privacy(charged, warnings),
                epochs,
                begun,
                total.seconds(),
                rate(state.steps() - firstStep, stepSeconds),
                refusal.isPresent() ? RunRecord.Ending.BUDGET_EXHAUSTED : RunRecord.Ending.PLAN_DONE,
                notes,
                warnings);
    }

    private PrivacyRecord privacy(int charged, List<String> warnings) {
        Phases phases = new Phases();
        directory.journal().charges().forEach(phases::add);
        Guarantee guarantee = planner.guarantee(phases.toPlan().first(charged));
        List<String> notes = new ArrayList<>(guarantee.notes());
        notes.addAll(warnings);
        return new PrivacyRecord(
                new Guarantee(
                        guarantee.epsilon(),
                        guarantee.delta(),
                        guarantee.lower(),
                        guarantee.order(),
                        guarantee.adjacency(),
                        guarantee.accountant(),
                        notes),
                config.goal().limit(),
                plan.noiseMultiplier(),
                config.sampling().id(),
                phases.toPlan(),
                plan.steps(),
                state.steps(),
                random.isSecure());
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>(config.settings());
        settings.put("adjacency", plan.adjacency().id());
        settings.put("noise multiplier", Double.toString(plan.noiseMultiplier()));
        settings.put("steps", Long.toString(plan.steps()));
        settings.put("kernels", engine.kernels().name());
        return settings;
    }

    /** Seconds since a moment. */
    private static final class Stopwatch {
        private long start = System.nanoTime();

        double seconds() {
            return (System.nanoTime() - start) * 1e-9;
        }

        void restart() {
            start = System.nanoTime();
        }
    }
}

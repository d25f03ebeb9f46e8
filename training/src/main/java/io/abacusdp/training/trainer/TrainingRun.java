package io.abacusdp.training.trainer;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.LargeDelta;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.filter.Decision;
import io.abacusdp.accounting.filter.FixedPlan;
import io.abacusdp.accounting.filter.FixedPlanFilter;
import io.abacusdp.accounting.filter.PrivacyFilter;
import io.abacusdp.training.checkpoint.ChargeJournal;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Features;
import io.abacusdp.training.data.PrivateRanges;
import io.abacusdp.training.gradient.Evaluation;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.noise.GaussianNoise;
import io.abacusdp.training.noise.TestSeed;
import io.abacusdp.training.step.Canaries;
import io.abacusdp.training.step.FeatureMean;
import io.abacusdp.training.step.PrivateStep;
import io.abacusdp.training.step.StepSources;
import io.abacusdp.training.step.TrainingStoppedException;
import io.abacusdp.training.step.UserStep;
import io.abacusdp.training.sum.GridSum;
import io.abacusdp.training.sum.Lot;
import io.abacusdp.training.sum.SumSensitivity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** A run from where it stands to its end. For one use by one thread. */
final class TrainingRun implements AutoCloseable {
    /** A crash loses the steps since the last checkpoint: at most so long, and at most this share of the plan. */
    private static final double CHECKPOINT_SECONDS = 2;

    private static final int CHECKPOINTS_A_RUN = 50;

    private final PrivateTrainer trainer;
    private final TrainingConfig config;
    private final Dataset data;

    /** What the trained layers see of the data, and of the test data. */
    private final Dataset examples;

    private final Optional<Dataset> testExamples;
    private final Planner planner;
    private final TrainingPlan plan;
    private final TrainingState state;
    private final RunDirectory directory;
    private final GradientEngine engine;
    private final EpochLog log;
    private final List<EpochRecord> epochs;
    private final Stopwatch total = new Stopwatch();
    private final Stopwatch sinceCheckpoint = new Stopwatch();
    private final long firstStep;
    private long checkpointedStep;
    private long epochStart;
    private double epochStartSeconds;
    private double stepSeconds;
    private double lastNorm;

    TrainingRun(PrivateTrainer trainer, Planner planner, TrainingPlan plan, TrainingState state, RunDirectory directory)
            throws IOException {
        this.trainer = trainer;
        this.config = trainer.config;
        this.data = trainer.data;
        this.planner = planner;
        this.plan = plan;
        this.state = state;
        this.directory = directory;
        this.log = new EpochLog(
                directory.path(),
                directory.identity().id(),
                trainer.streams.isSecure() ? "epsilon" : TestSeed.WOULD_BE);
        this.epochs = new ArrayList<>(log.read(state.steps()));
        this.firstStep = state.steps();
        this.checkpointedStep = firstStep;
        this.epochStart = firstStep;
        this.lastNorm = state.clippingNorm();
        this.examples = examples(trainer.data);
        this.testExamples = trainer.test.map(this::examples);
        this.engine = new GradientEngine(config.model(), trainer.threads, config.loss(), config.views());
    }

    private Dataset examples(Dataset some) {
        return trainer.initial
                .map(model -> model.activations(some, trainer.threads))
                .orElse(some);
    }

    /** The model as a whole, frozen layers included. */
    private Model whole() {
        Model trained = state.model();
        return trainer.initial.map(model -> model.with(trained)).orElse(trained);
    }

    @Override
    public void close() {
        engine.close();
    }

    /** @param problems of the run's files, which its record tells */
    TrainingResult run(List<String> problems) throws IOException {
        ChargeJournal journal = directory.journal();
        int paid = journal.charges().size();
        StepSources sources = new StepSources(
                trainer.streams.source("lots", paid),
                trainer.streams.source("groups", paid),
                range -> trainer.streams.source("noise", range, paid));
        PrivateStep.Start start = new PrivateStep.Start(firstStep, state.clippingNorm());
        PrivateStep step = steps(examples, sources, start);
        PrivacyFilter own = new FixedPlanFilter(plan.charges(), plan.granted(), paid);
        trainer.listener.begun(plan, state.steps());
        Optional<String> refusal = Optional.empty();
        while (state.steps() < plan.steps()) {
            Stopwatch watch = new Stopwatch();
            DpEvent charge = planner.charge(plan.step(), state.steps(), firstStep);
            refusal = refusal(own, charge).or(() -> refusedElsewhere(charge));
            if (refusal.isPresent()) {
                break;
            }
            journal.append(charge);
            if (config.centring().isPresent() && state.steps() == firstStep) {
                journal.awaitDurable();
                // Nothing was drawn yet from the sources.
                step = steps(centred(paid), sources, start);
            }
            Lot drawn = trainer.probe.drawn(state.parameters, step.draw(), step.clip());
            LotGradient lot = step.sum(state.parameters, drawn);
            journal.awaitDurable();
            lastNorm = step.norm();
            float[] gradient = step.release(lot);
            state.step(gradient, step.norm());
            requireFinite();
            stepSeconds += watch.seconds();
            trainer.listener.stepped(state.steps());
            if (plan.step().lots().endsEpoch(state.steps())) {
                finishEpoch();
            } else if (isCheckpointDue()) {
                checkpoint();
            }
        }
        // A run may end within an epoch, or may have been cut off before it told of its last one.
        if (epochs.isEmpty() || epochs.get(epochs.size() - 1).step() < state.steps()) {
            finishEpoch();
        }
        TrainingResult result =
                new TrainingResult(whole(), record(refusal, problems), rate(state.steps() - firstStep, stepSeconds));
        if (trainer.publication.isPresent()) {
            TrainingPublication publication = trainer.publication.get();
            directory.release(result.record().privacy().event(), folder -> publication.writeTo(folder, result));
        }
        return result;
    }

    private PrivateStep steps(Dataset rows, StepSources sources, PrivateStep.Start start) {
        return trainer.users
                .<PrivateStep>map(users -> new UserStep(plan.step(), engine, rows, users, sources, start))
                .orElseGet(() -> new PrivateStep(plan.step(), engine, rows, sources, start))
                .without(trainer.absent)
                .canaries(trainer.canaries)
                .probedBy(trainer.probe);
    }

    /** The examples without their mean, which is released here. */
    private Dataset centred(int paid) {
        int firstCanary = trainer.canaries.map(Canaries::firstRow).orElse(examples.size());
        GaussianNoise noise =
                new GaussianNoise(range -> trainer.streams.source("centre", range, paid), engine.workers());
        double deviation =
                FeatureMean.deviation(examples.featureCount(), config.centring().orElseThrow());
        GridSum sum = FeatureMean.sum(examples, row -> row < firstCanary && !trainer.absent.test(row));
        float[] mean =
                FeatureMean.release(trainer.probe.centred(sum, deviation), deviation, config.size(data.size()), noise);
        Centre centre = new Centre(config.model(), mean);
        state.centreOn(centre);
        return centre.centred(examples);
    }

    /** Whether a parameter is finite depends on the data, so that the cost is that of all that was planned. */
    private void requireFinite() {
        if (!state.isFinite()) {
            throw new TrainingStoppedException(
                    "after step %d a parameter is not finite, and the run ends; a smaller learning rate may help. %d steps are charged, and as where it ended depends on the data, the plan's whole epsilon of %s at delta %s is spent"
                            .formatted(
                                    state.steps(),
                                    directory.journal().charges().size(),
                                    TestSeed.epsilon(
                                            trainer.streams.isSecure(),
                                            SafeFigures.up(plan.guarantee().epsilon(), 6)),
                                    plan.guarantee().delta()));
        }
    }

    /** Why another filter refuses is for whoever runs the training: it may tell of other runs. */
    private Optional<String> refusedElsewhere(DpEvent charge) {
        return refusal(trainer.filter, charge).map(reason -> {
            trainer.listener.noted("step %d was refused: %s".formatted(state.steps() + 1, reason));
            return "a budget besides that of the run does not allow it";
        });
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
            if (trainer.canaries.isPresent()) {
                trainer.canaries.get().checkpoint();
            }
            checkpointedStep = state.steps();
            sinceCheckpoint.restart();
        }
    }

    private void finishEpoch() throws IOException {
        checkpoint();
        Optional<Evaluation> evaluation = testExamples.map(some -> engine.evaluate(state.released(), some));
        int charged = directory.journal().charges().size();
        long lastStep = Math.max(0, state.steps() - 1);
        EpochRecord epoch = new EpochRecord(
                plan.step().lots().epoch(lastStep + 1),
                state.steps(),
                charged,
                planner.guarantee(plan.charges().first(charged)).epsilon(),
                plan.step().noiseMultiplier(lastStep),
                lastNorm,
                config.learningRate().at(lastStep),
                evaluation.map(Evaluation::meanLoss).map(OptionalDouble::of).orElse(OptionalDouble.empty()),
                evaluation.map(Evaluation::accuracy).orElse(OptionalDouble.empty()));
        EpochTime time =
                new EpochTime(total.seconds(), rate(state.steps() - epochStart, stepSeconds - epochStartSeconds));
        epochs.add(epoch);
        log.append(epoch, time);
        trainer.listener.epochDone(epoch, time);
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
        if (trainer.test.isPresent()) {
            notes.add("loss and accuracy are those on the test set, which is treated as public");
        }
        config.tuning()
                .ifPresent(law -> notes.add(
                        "this is the best of a random number of runs, %s expected, and epsilon counts all of them; it was chosen by how it does on the test set, which thus is a little better than can be hoped for elsewhere"
                                .formatted(law.mean())));
        config.centring()
                .ifPresent(noise -> notes.add(
                        "in training, examples were without their mean, which was released with noise multiplier %s and is charged with the first step"
                                .formatted(noise)));
        if (config.averaging().isPresent()) {
            notes.add(
                    "the model is the running average of the models after each step, which is post-processing and costs nothing");
        }
        if (engine.kernels().isFallback()) {
            notes.add("slow: the fallback in plain Java was used; java --add-modules jdk.incubator.vector is faster");
        }
        if (!trainer.streams.isSecure()) {
            warnings.add("INSECURE: noise and lots came from a fixed seed, for tests only; nothing here is private");
        }
        if (plan.guarantee().epsilon() == Double.POSITIVE_INFINITY) {
            warnings.add("NOT PRIVATE: no finite epsilon holds for this run");
        }
        trainer.initial.ifPresent(model -> (model.isPublic() ? notes : warnings).add(model.note()));
        if (data.notes().contains(PrivateRanges.NOTE)) {
            warnings.add(PrivateRanges.NOTE);
        }
        LargeDelta.warning(plan.guarantee().delta(), config.size(trainer.contributors()))
                .ifPresent(warnings::add);
        return new RunRecord(
                settings(),
                DataRecord.of(data, config.size(trainer.contributors())),
                config.publicSize().isPresent(),
                trainer.test.map(test -> DataRecord.of(test, test.size())),
                whole().spec().toString(),
                privacy(charged, warnings),
                trainer.discarded.isEmpty() ? epochs : repriced(),
                directory.begun(),
                refusal.isPresent() ? RunRecord.Ending.BUDGET_EXHAUSTED : RunRecord.Ending.PLAN_DONE,
                notes,
                warnings);
    }

    /** Epochs that were priced before it was known how many runs of the tuning would be thrown away. */
    private List<EpochRecord> repriced() {
        FixedPlan charges = plan.charges();
        return epochs.stream()
                .map(epoch -> epoch.withEpsilon(
                        planner.guarantee(charges.first(epoch.chargedSteps())).epsilon()))
                .toList();
    }

    private PrivacyRecord privacy(int charged, List<String> warnings) {
        ChargePhases phases = new ChargePhases();
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
                config.unit(),
                phases.toPlan(),
                plan.steps(),
                state.steps(),
                planner.released(phases.toPlan().first(charged)),
                trainer.streams.isSecure());
    }

    private Map<String, String> settings() {
        double moves = 1 + SumSensitivity.excess(config.model().parameterCount());
        Map<String, String> settings = new LinkedHashMap<>(config.settings());
        settings.put("model", whole().spec().toString());
        trainer.initial.ifPresent(model -> {
            settings.put("initial model", model.origin());
            settings.put("frozen layers", Integer.toString(model.frozenLayers()));
        });
        settings.put("adjacency", plan.adjacency().id());
        settings.put("noise multiplier", Double.toString(plan.noiseMultiplier()));
        settings.put("sensitivity of sums", moves + " times the clipping norm");
        settings.put(
                "noise added",
                config.clipping().gradientNoise(plan.noiseMultiplier())
                                * plan.step().sensitivity()
                                * moves
                        + " times the clipping norm");
        NoiseFacts.of(plan).forEach(settings::put);
        settings.put("steps", Long.toString(plan.steps()));
        settings.put("run", directory.identity().id());
        if (data.format().features() != Features.PLAIN) {
            settings.put("features", data.format().features().id());
        }
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

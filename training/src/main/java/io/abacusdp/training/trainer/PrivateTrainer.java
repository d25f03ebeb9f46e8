package io.abacusdp.training.trainer;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.filter.Decision;
import io.abacusdp.accounting.filter.PrivacyFilter;
import io.abacusdp.storage.Sha256;
import io.abacusdp.training.checkpoint.Checkpoint;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.checkpoint.RunIdentity;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Features;
import io.abacusdp.training.data.UserRows;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.step.Canaries;
import io.abacusdp.training.step.StepProbe;
import io.abacusdp.training.step.TrainingStoppedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Trains a model with differential privacy (DP-SGD).
 *
 * <p>Before the first step the noise is settled, and with it the cost of every step. Before each step the plan's filter is asked,
 * and then any other that was given; a step that one of them refuses is not made, and ends the run. Each charge is on the
 * disk before anything of its step leaves the process, so that a run that is killed and resumed has spent what it made, or
 * more.
 *
 * <p>What is not guaranteed: that it ran for so long, in so much memory, may depend on the private data. The test data is
 * treated as public, and so is the number of private examples if none is declared.
 *
 * <p>Mutable until it trains; for use by one thread.
 */
public final class PrivateTrainer {
    final TrainingConfig config;
    final Dataset data;
    Optional<Dataset> test = Optional.empty();
    PrivacyFilter filter = event -> new Decision.Granted();
    TrainingListener listener = new TrainingListener() {};
    RandomStreams streams = RandomStreams.secure();
    IntPredicate absent = row -> false;
    Optional<Canaries> canaries = Optional.empty();
    Optional<TrainingPublication> publication = Optional.empty();
    Optional<InitialModel> initial = Optional.empty();
    Optional<UserRows> users = Optional.empty();
    List<DpEvent> discarded = List.of();
    private final Map<String, String> kept = new LinkedHashMap<>();

    /** For tests. */
    StepProbe probe = StepProbe.NONE;

    int threads = Runtime.getRuntime().availableProcessors();

    /**
     * A trainer with these settings on this data.
     *
     * @throws IllegalArgumentException if there are to be views of what is no picture any more
     */
    public PrivateTrainer(TrainingConfig config, Dataset data) {
        this.config = config;
        this.data = data;
        if (!config.views().isNone() && data.format().features() != Features.PLAIN) {
            throw new IllegalArgumentException("augmented views are of pictures as they are, and features are "
                    + data.format().features().id());
        }
    }

    /** Measures loss and accuracy on this data after every epoch. It is treated as public: what it says is shown. */
    public PrivateTrainer test(Dataset publicData) {
        test = Optional.of(publicData);
        return this;
    }

    /** Asks this filter too before every step, such as one of a ledger. It must know of all that was charged before. */
    public PrivateTrainer filter(PrivacyFilter another) {
        filter = another;
        return this;
    }

    /** Tells somebody how the run goes. */
    public PrivateTrainer listener(TrainingListener follower) {
        listener = follower;
        return this;
    }

    /**
     * Leaves rows out of every lot, as if they contributed nothing. They count for the rate of sampling all the same, so that
     * it does not tell how many there are. For audits.
     */
    public PrivateTrainer absent(IntPredicate rows) {
        absent = rows;
        return this;
    }

    /** Takes the rows from {@link Canaries#firstRow()} on for canaries, and shows what is released of them. For audits. */
    public PrivateTrainer canaries(Canaries rows) {
        canaries = Optional.of(rows);
        return this;
    }

    /** Writes what is to be published, at the end of the run; the run is then done. Without it, nothing is published. */
    public PrivateTrainer publish(TrainingPublication contents) {
        publication = Optional.of(contents);
        return this;
    }

    /**
     * Takes all records of a person for one contribution, and draws lots of persons. For {@link PrivacyUnit#CLIPPED_USER}, which needs it.
     *
     * @param persons the rows of each
     */
    public PrivateTrainer users(UserRows persons) {
        users = Optional.of(persons);
        return this;
    }

    /** Number of rows, or of persons, that lots are drawn from. */
    int contributors() {
        if (users.isPresent() != config.unit().equals(PrivacyUnit.CLIPPED_USER)) {
            throw new IllegalArgumentException(
                    "users must be given if and only if their records are clipped as one, got "
                            + config.unit().words());
        }
        if (users.isPresent() && canaries.isPresent()) {
            throw new IllegalArgumentException("canaries are records, and cannot be drawn among users");
        }
        return users.map(UserRows::count).orElse(data.size());
    }

    /**
     * Begins from another model, whose trained layers the settings have as their model.
     *
     * @throws IllegalArgumentException if they have another one
     */
    public PrivateTrainer startFrom(InitialModel another) {
        if (!another.trained().equals(config.model())) {
            throw new IllegalArgumentException(
                    "the settings have the model %s, and the initial model's trained layers are %s"
                            .formatted(config.model(), another.trained()));
        }
        if (!config.views().isNone() && another.frozenLayers() > 0) {
            throw new IllegalArgumentException(
                    "augmented views are of pictures as they are, and %d frozen layers are run once for each"
                            .formatted(another.frozenLayers()));
        }
        initial = Optional.of(another);
        return this;
    }

    /** Counts runs of the same tuning that were begun and thrown away as if they had been released. */
    public PrivateTrainer discarded(List<DpEvent> runs) {
        discarded = List.copyOf(runs);
        return this;
    }

    /**
     * Keeps a private text with a run that begins, such as the command. It is there before the first step, and
     * {@link io.abacusdp.training.checkpoint.CheckedRun#kept} has it when the run is to be resumed.
     *
     * @param name of the file, such as {@code command.json}
     */
    public PrivateTrainer keep(String name, String text) {
        kept.put(name, text);
        return this;
    }

    /** Number of threads that compute gradients; the result does not depend on it. */
    public PrivateTrainer threads(int count) {
        threads = count;
        return this;
    }

    /**
     * Takes all noise and all lots from a seed, so that a test can be repeated. Whoever knows or guesses the seed can take the
     * noise off: <b>nothing is private</b>, and the record says so.
     */
    public PrivateTrainer insecureSeedForTests(long seed) {
        streams = RandomStreams.insecureForTests(seed);
        return this;
    }

    /** Whether all randomness is secret, as it is unless a test gave a seed. */
    public boolean isSecure() {
        return streams.isSecure();
    }

    /**
     * What the run would do and cost.
     *
     * @throws io.abacusdp.accounting.calibrate.UnreachableTargetException if no noise reaches the goal
     */
    public TrainingPlan plan() {
        Planner planner = new Planner(config, contributors(), discarded);
        return planner.plan(planner.noiseMultiplier(), List.of(), 0);
    }

    /**
     * Trains from the beginning, and keeps the run in a directory that has none yet.
     *
     * @throws io.abacusdp.accounting.calibrate.UnreachableTargetException if no noise reaches the goal
     * @throws TrainingStoppedException if the budget does not allow a single step, or parameters became infinite
     */
    public TrainingResult train(Path directory) throws IOException {
        Planner planner = new Planner(config, contributors(), discarded);
        double noiseMultiplier = planner.noiseMultiplier();
        TrainingPlan plan = planner.plan(noiseMultiplier, List.of(), 0);
        if (plan.granted() == 0) {
            throw new TrainingStoppedException(
                    "the budget does not allow a single step; more noise, smaller lots or a larger epsilon are needed");
        }
        TrainingState state = TrainingState.initial(
                config,
                initial.map(InitialModel::start)
                        .orElseGet(() -> Model.initialise(config.model(), streams.source("initial model"))));
        RunIdentity identity = new RunIdentity(UUID.randomUUID().toString(), settings(), noiseMultiplier);
        RunDirectory.Sealed sealed = new RunDirectory.Sealed(inputs(), kept);
        try (RunDirectory run = RunDirectory.create(directory, identity, state.checkpoint(0), sealed)) {
            if (canaries.isPresent()) {
                canaries.get().checkpoint();
            }
            return run(run, planner, plan, state, List.of());
        }
    }

    /**
     * Goes on with a run that was cut off: from its last whole checkpoint, with all that was charged still charged. Steps whose
     * model was lost are made again as far as the budget allows.
     *
     * @throws IllegalArgumentException if the directory holds no run, or one that is done, or one of other settings or other
     *     data
     * @throws io.abacusdp.storage.DamagedFileException if its files do not agree, or every checkpoint is damaged
     */
    public TrainingResult resume(Path directory) throws IOException {
        Planner planner = new Planner(config, contributors(), discarded);
        try (RunDirectory run = RunDirectory.open(directory, settings(), inputs())) {
            List<String> problems = new ArrayList<>();
            Checkpoint checkpoint = run.newestCheckpoint(problems::add);
            problems.forEach(listener::noted);
            List<DpEvent> paid = run.journal().charges();
            TrainingPlan plan = planner.plan(run.identity().noiseMultiplier(), paid, checkpoint.step());
            return run(run, planner, plan, TrainingState.of(config, checkpoint), problems);
        }
    }

    private TrainingResult run(
            RunDirectory directory, Planner planner, TrainingPlan plan, TrainingState state, List<String> problems)
            throws IOException {
        try (TrainingRun run = new TrainingRun(this, planner, plan, state, directory)) {
            return run.run(problems);
        }
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("test data", test.isPresent() ? "given" : "none");
        settings.putAll(config.settings());
        initial.ifPresent(another -> settings.put("initial model", another.fingerprint()));
        settings.put("randomness", streams.describe());
        return settings;
    }

    private Map<String, Consumer<Sha256>> inputs() {
        Map<String, Consumer<Sha256>> inputs = new LinkedHashMap<>();
        inputs.put("data", data::addTo);
        users.ifPresent(persons -> inputs.put("users", persons::addTo));
        test.ifPresent(examples -> inputs.put("test data", examples::addTo));
        return inputs;
    }
}

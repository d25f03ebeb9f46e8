package io.abacusdp.training.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.UserRows;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.gradient.UserGradients;
import io.abacusdp.training.gradient.Views;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.GaussianNoise;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.parallel.Workers;
import io.abacusdp.training.replay.AdversarialData;
import io.abacusdp.training.replay.Neighbours;
import io.abacusdp.training.replay.Playback;
import io.abacusdp.training.replay.Recording;
import io.abacusdp.training.replay.ReplayedSteps;
import io.abacusdp.training.sampling.Sampling;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.FeatureMean;
import io.abacusdp.training.step.NoiseChoice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** As {@link NeighboursReplayedTest}, for what a run can do besides: frozen layers, centred examples, views, persons, correlated noise. */
class ChoicesReplayedTest {
    private static final int ROWS = 24;
    private static final int LOT = 4;
    private static final int LAST = ROWS - 1;
    private static final int PERSONS = 6;
    private static final ModelSpec LINEAR =
            ModelSpec.of(7).linear(11).tanh().linear(3).loss(Loss.SOFTMAX_CROSS_ENTROPY);
    private static final ModelSpec PICTURES = ModelSpec.of(8, 8, 1)
            .conv2d(3, 3, 1, 1)
            .relu()
            .flatten()
            .linear(5)
            .tanh()
            .linear(3)
            .loss(Loss.SOFTMAX_CROSS_ENTROPY);

    private static final List<Sampling> BY_THEMSELVES =
            List.of(Sampling.POISSON, Sampling.ALLOCATED, Sampling.CYCLIC, Sampling.SHUFFLED, Sampling.FIXED_SIZE);

    /** The most that a release moved, of what was charged, over all cases of a kind. */
    private static final Map<Kind, Double> MOST = new EnumMap<>(Kind.class);

    @TempDir
    private Path directory;

    private enum Kind {
        FROZEN,
        CENTRED,
        FROZEN_AND_CENTRED,
        VIEWS,
        PERSONS,
        BANDED,
        BLT,
        TREE,
        PERSONS_BANDED;

        boolean isFrozen() {
            return this == FROZEN || this == FROZEN_AND_CENTRED;
        }

        boolean isCentred() {
            return this == CENTRED || this == FROZEN_AND_CENTRED;
        }

        boolean isOfPersons() {
            return this == PERSONS || this == PERSONS_BANDED;
        }

        boolean isCorrelated() {
            return !(noise() instanceof NoiseChoice.Independent);
        }

        NoiseChoice noise() {
            return switch (this) {
                case BANDED, PERSONS_BANDED -> new NoiseChoice.Banded(3);
                case BLT -> new NoiseChoice.Buffered();
                case TREE -> new NoiseChoice.Tree();
                default -> new NoiseChoice.Independent();
            };
        }

        List<Sampling> samplings() {
            return switch (this) {
                case BANDED, PERSONS_BANDED -> List.of(Sampling.POISSON, Sampling.CYCLIC);
                case BLT, TREE -> List.of(Sampling.CYCLIC);
                case PERSONS -> List.of(Sampling.POISSON, Sampling.ALLOCATED, Sampling.CYCLIC);
                default -> BY_THEMSELVES;
            };
        }

        ModelSpec model() {
            return this == VIEWS || this == FROZEN ? PICTURES : LINEAR;
        }
    }

    record Case(Kind kind, Sampling sampling, Adjacency adjacency, AdversarialData data) {}

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        AdversarialData[] data = AdversarialData.values();
        for (Kind kind : Kind.values()) {
            for (Sampling sampling : kind.samplings()) {
                for (Adjacency adjacency : sampling.lots(ROWS, LOT).adjacencies()) {
                    cases.add(new Case(kind, sampling, adjacency, data[cases.size() % data.length]));
                }
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void run_onANeighbour_differsByOneContributionAsCharged(Case one) throws IOException {
        Scene scene = new Scene(one);
        Recording recorded = new Recording();
        ReplayedRun.Seen seen = scene.run(true).on(scene.neighbours.data(), recorded, directory.resolve("data"));
        Playback played = new Playback(recorded, scene.neighbours);

        ReplayedRun.Seen other =
                scene.run(false).on(scene.neighbours.neighbour(), played, directory.resolve("neighbour"));

        assertThat(other.charges()).isEqualTo(seen.charges());
        double most = scene.check(recorded, played, seen.charges());
        MOST.merge(one.kind, most, Math::max);
    }

    /**
     * Had the neighbours nothing to move, or less than their bound, the cases above would show nothing. A tree's bound counts nodes too that
     * are never made.
     */
    @AfterAll
    static void bounds_areReached() {
        for (Kind kind : Kind.values()) {
            assertThat(MOST.get(kind)).as(kind.name()).isBetween(kind == Kind.TREE ? 0.6 : 0.9, 1.0);
        }
    }

    /** What a run leaves behind, as {@link NeighboursReplayedTest} has it. */
    @ParameterizedTest
    @MethodSource("firstCases")
    void run_onANeighbourThatReleasesTheSame_leavesTheSameBehind(Case one) throws IOException {
        Scene scene = new Scene(one);
        Recording recorded = new Recording();
        Dataset data = scene.neighbours.data();
        ReplayedRun run = scene.run(true).publishing();
        ReplayedRun.Seen first = run.on(data, recorded, directory.resolve("data"));
        ReplayedRun.Seen again = run.on(data, new Recording(), directory.resolve("again"));
        ReplayedRun.Seen other = scene.run(false)
                .publishing()
                .on(scene.neighbours.neighbour(), new Playback(recorded, scene.neighbours), directory.resolve("other"));

        assertThat(first.traces().leaks(again.traces(), other.traces())).isEmpty();
    }

    /** One of each kind, under the first adjacency of its first sampling. */
    static Stream<Case> firstCases() {
        return Stream.of(Kind.values()).map(kind -> {
            Sampling sampling = kind.samplings().get(0);
            Adjacency adjacency = sampling.lots(ROWS, LOT).adjacencies().get(0);
            return new Case(kind, sampling, adjacency, AdversarialData.MIXED);
        });
    }

    /** Two data sets, and runs on them. */
    private static final class Scene {
        private final Case one;
        private final InitialModel initial;
        private final ModelSpec trained;
        private final Neighbours neighbours;
        private final UserRows persons;
        private final UserRows others;

        Scene(Case one) {
            this.one = one;
            ModelSpec model = one.kind.model();
            this.initial = InitialModel.trainedOnPublicData(
                    Model.initialise(model, new Random(5)), one.kind.isFrozen() ? 2 : 0, "somewhere");
            this.trained = initial.trained();
            Dataset data = one.data.of(model, ROWS);
            List<String> whose = IntStream.range(0, ROWS)
                    .mapToObj(row -> Integer.toString(row % PERSONS))
                    .toList();
            this.persons = UserRows.of(whose, Integer.MAX_VALUE);
            if (one.kind.isOfPersons()) {
                int[] rows = rowsOfTheOthers(one.adjacency);
                this.neighbours = new Neighbours(one.adjacency, data, data.rows(data.name(), rows), PERSONS - 1);
                List<String> names = new ArrayList<>();
                for (int i = 0; i < rows.length; i++) {
                    // Behind the rows of all others are those of whoever takes the last one's place.
                    names.add(i < ROWS - ROWS / PERSONS ? whose.get(rows[i]) : "5");
                }
                this.others = one.adjacency == Adjacency.ZERO_OUT ? persons : UserRows.of(names, Integer.MAX_VALUE);
            } else {
                this.neighbours = neighbours(one.adjacency, data);
                this.others = persons;
            }
        }

        /** Without the last person, with all, or with one of another number of records in that place. */
        private static int[] rowsOfTheOthers(Adjacency adjacency) {
            IntStream all = IntStream.range(0, ROWS);
            IntStream others = IntStream.range(0, ROWS).filter(row -> row % PERSONS != PERSONS - 1);
            return switch (adjacency) {
                case ZERO_OUT -> all.toArray();
                case ADD_OR_REMOVE_ONE -> others.toArray();
                case REPLACE_ONE ->
                    IntStream.concat(others, IntStream.range(0, 9).map(row -> 0))
                            .toArray();
            };
        }

        private static Neighbours neighbours(Adjacency adjacency, Dataset data) {
            return switch (adjacency) {
                case REPLACE_ONE -> Neighbours.replaced(data, LAST, data, 0);
                case ZERO_OUT -> Neighbours.zeroedOut(data, LAST);
                case ADD_OR_REMOVE_ONE -> Neighbours.removed(data);
            };
        }

        /** @param isFirst whether it is on the first data set */
        ReplayedRun run(boolean isFirst) {
            boolean ofPersons = one.kind.isOfPersons();
            ReplayedRun run = new ReplayedRun(
                            trained, one.sampling, one.adjacency, new Clipping.Flat(0.01), ofPersons ? 2 : LOT)
                    .with(new ReplayedRun.Choices() {
                        @Override
                        public void configure(TrainingConfig.Builder config) {
                            Scene.this.configure(config);
                        }

                        @Override
                        public void prepare(PrivateTrainer trainer) {
                            trainer.startFrom(initial);
                            if (ofPersons) {
                                trainer.users(isFirst ? persons : others);
                            }
                        }
                    });
            return ofPersons ? run.without(PERSONS - 1) : run;
        }

        private void configure(TrainingConfig.Builder config) {
            config.noise(one.kind.noise());
            if (one.kind.isCentred()) {
                config.centring(2.5);
            }
            if (one.kind == Kind.VIEWS) {
                config.views(views());
            }
            if (one.kind.isOfPersons()) {
                config.unit(PrivacyUnit.CLIPPED_USER);
                if (one.adjacency == Adjacency.ADD_OR_REMOVE_ONE) {
                    config.publicSize(PERSONS);
                }
            }
        }

        private Views views() {
            return one.kind == Kind.VIEWS ? new Views(3, 2, true) : Views.NONE;
        }

        double check(Recording recorded, Playback played, List<DpEvent> charges) {
            Neighbours seen = new Neighbours(
                    one.adjacency,
                    seen(neighbours.data(), recorded),
                    seen(neighbours.neighbour(), recorded),
                    neighbours.row());
            ReplayedSteps.Contribution contribution = one.kind.isOfPersons()
                    ? (engine, parameters, data, lot, clip) -> UserGradients.sum(
                            engine, parameters, data, data == seen.data() ? persons : others, lot, clip)
                    : GradientEngine::clippedSum;
            ReplayedSteps steps = new ReplayedSteps(trained, seen, views(), contribution);
            if (!one.kind.isCorrelated()) {
                return steps.check(recorded, played, charges);
            }
            PrivateTrainer planned = new PrivateTrainer(config(), neighbours.data()).startFrom(initial);
            if (one.kind.isOfPersons()) {
                planned.users(persons);
            }
            return steps.check(recorded, played, charges, planned.plan().step());
        }

        private TrainingConfig config() {
            return run(true).config(one.kind.isOfPersons() ? PERSONS : ROWS);
        }

        /** What the trained layers see: each example for itself, without the mean that the first run released. */
        private Dataset seen(Dataset data, Recording recorded) {
            Dataset features = initial.activations(data, 1);
            if (!one.kind.isCentred()) {
                return features;
            }
            Recording.SeenCentre sum = recorded.centres().get(0);
            RandomStreams streams = RandomStreams.insecureForTests(ReplayedRun.SEED);
            try (Workers workers = new Workers(1)) {
                float[] mean = FeatureMean.release(
                        sum.sum(),
                        sum.deviation(),
                        ROWS,
                        new GaussianNoise(range -> streams.source("centre", range, 0), workers));
                return new Centre(trained, mean).centred(features);
            }
        }
    }
}

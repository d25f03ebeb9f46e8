package io.abacusdp.training.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.gradient.ClipBounds;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.gradient.RandomProblems;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.Shape;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.replay.AdversarialData;
import io.abacusdp.training.replay.Neighbours;
import io.abacusdp.training.replay.Playback;
import io.abacusdp.training.replay.Recording;
import io.abacusdp.training.replay.ReplayedSteps;
import io.abacusdp.training.sampling.Sampling;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.sum.Lot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The trainer on neighbours under the same coins: what reaches a release differs by one clipped record, as was charged. */
class NeighboursReplayedTest {
    private static final int ROWS = 24;
    private static final int LOT = 9;
    private static final int DIFFERENT = ROWS - 1;
    private static final int CASES = Integer.getInteger("replay.cases", 20);
    private static final List<AdversarialData> DATA = List.of(AdversarialData.values());

    @TempDir
    private Path directory;

    record Case(ModelSpec model, Sampling sampling, Adjacency adjacency, Clipping clipping, AdversarialData data) {
        ReplayedRun run() {
            return new ReplayedRun(model, sampling, adjacency, clipping, LOT);
        }

        @Override
        public String toString() {
            return "%s %s %s %s %s".formatted(data, sampling, adjacency, clipping, model);
        }
    }

    static Stream<ModelSpec> models() {
        return Stream.concat(
                RandomProblems.models(),
                Stream.of(BuiltInModel.values()).map(model -> model.forData(Shape.of(8, 8, 1), 3)));
    }

    /** Models, samplings with their adjacencies, ways of clipping and kinds of data take turns, each at its own pace. */
    static Stream<Case> cases() {
        List<ModelSpec> models = models().toList();
        List<Clipping> clippings = List.of(
                new Clipping.Flat(0.7),
                new Clipping.PerLayer(1.1, Clipping.Split.EQUAL),
                new Clipping.PerLayer(0.4, Clipping.Split.BY_DIMENSION),
                new Clipping.Adaptive(0.9, 0.5, 0.3, 1.7),
                Clipping.Moving.over(4, 1.3, 0.2));
        List<Case> cases = new ArrayList<>();
        for (Sampling sampling : Sampling.values()) {
            for (Adjacency adjacency : sampling.lots(ROWS, LOT).adjacencies()) {
                int way = cases.size();
                cases.add(new Case(models.get(way), sampling, adjacency, clippings.get(0), AdversarialData.RANDOM));
            }
        }
        List<Case> ways = List.copyOf(cases);
        for (int turn = ways.size(); turn < CASES; turn++) {
            Case way = ways.get((turn + turn / models.size()) % ways.size());
            cases.add(new Case(
                    models.get(turn % models.size()),
                    way.sampling,
                    way.adjacency,
                    clippings.get((turn + turn / ways.size()) % clippings.size()),
                    DATA.get(turn % DATA.size())));
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void run_onANeighbour_differsByOneClippedRecordAsCharged(Case one) throws IOException {
        Dataset data = one.data().of(one.model(), ROWS);
        Neighbours neighbours = neighbours(one.adjacency(), data);
        Recording recorded = new Recording();
        List<DpEvent> charges =
                one.run().on(data, recorded, directory.resolve("data")).charges();
        Playback played = new Playback(recorded, neighbours);

        List<DpEvent> others = one.run()
                .on(neighbours.neighbour(), played, directory.resolve("neighbour"))
                .charges();

        assertThat(others).isEqualTo(charges);
        new ReplayedSteps(one.model(), neighbours).check(recorded, played, charges);
    }

    private static Neighbours neighbours(Adjacency adjacency, Dataset data) {
        return switch (adjacency) {
            case REPLACE_ONE -> Neighbours.replaced(data, DIFFERENT, data, 0);
            case ZERO_OUT -> Neighbours.zeroedOut(data, DIFFERENT);
            case ADD_OR_REMOVE_ONE -> Neighbours.removed(data);
        };
    }

    /**
     * What a run leaves behind tells neighbours apart only through what was released: three runs that release the same, two of
     * them on the same data.
     */
    @ParameterizedTest
    @MethodSource("firstCases")
    void run_onANeighbourThatReleasesTheSame_leavesTheSameBehind(Case one) throws IOException {
        Dataset data = one.data().of(one.model(), ROWS);
        Neighbours neighbours = neighbours(one.adjacency(), data);
        Recording recorded = new Recording();
        ReplayedRun run = one.run().publishing();
        ReplayedRun.Seen first = run.on(data, recorded, directory.resolve("data"));

        ReplayedRun.Seen again = run.on(data, new Recording(), directory.resolve("again"));
        Playback played = new Playback(recorded, neighbours);
        ReplayedRun.Seen other = run.on(neighbours.neighbour(), played, directory.resolve("other"));

        assertThat(first.traces().leaks(again.traces(), other.traces())).isEmpty();
        // A digest of the data in one of the files would be found.
        String file = "release/report.json";
        first.traces().text(file, "abc");
        again.traces().text(file, "abc");
        other.traces().text(file, "abd");
        assertThat(first.traces().leaks(again.traces(), other.traces()))
                .containsExactly("release/report.json: abc, and of the neighbour abd");
    }

    static Stream<Case> firstCases() {
        return cases().limit(6);
    }

    /**
     * Records of which each adds C to a sum of floats, up to a power of two, and then many that are less than half a unit in the
     * last place there: with one record fewer, they are not lost. Plain sums of floats move by 1.23 of the bound.
     */
    @Test
    void run_onDataThatSumsOfFloatsLose_movesAsCharged() throws IOException {
        float norm = 0.1f;
        int size = 4096;
        ModelSpec model = ModelSpec.of(1).linear(1).loss(Loss.SQUARED);
        RandomStreams streams = RandomStreams.insecureForTests(ReplayedRun.SEED);
        float bias = Model.initialise(model, streams.source("initial model")).parameters()[1];
        Dataset one = new Dataset("one", new int[] {1}, new float[1], new float[] {bias - 10}, 0, List.of());
        float clipped;
        try (GradientEngine engine = new GradientEngine(model, 1)) {
            ClipBounds clip = ClipBounds.flat(model, norm);
            clipped = (float) engine.clippedSum(new float[] {0, bias}, one, Lot.oneGroup(0), clip)
                    .sum()
                    .value(1);
        }
        int large = 0;
        for (float sum = 0; sum + clipped < 256; sum += clipped) {
            large++;
        }
        float[] targets = new float[size];
        Arrays.fill(targets, 0, large + 1, bias - 10);
        Arrays.fill(targets, large + 1, size, bias + 0.9f * Math.scalb(1f, 8 - 24));
        Dataset data = new Dataset("absorbing", new int[] {1}, new float[size], targets, 0, List.of());
        ReplayedRun run = new ReplayedRun(model, Sampling.POISSON, Adjacency.ZERO_OUT, new Clipping.Flat(norm), size);
        Neighbours neighbours = Neighbours.zeroedOut(data, large);
        Recording recorded = new Recording();
        ReplayedRun.Seen seen = run.on(data, recorded, directory.resolve("data"));
        Playback played = new Playback(recorded, neighbours);
        run.without(large).on(data, played, directory.resolve("neighbour"));

        double most = new ReplayedSteps(model, neighbours).check(recorded, played, seen.charges());

        assertThat(most).isBetween(0.9, 1.0);
    }

    /** Every gradient is longer than the bound. */
    private static final Case CLIPPED = new Case(
            Blobs.model(), Sampling.POISSON, Adjacency.ZERO_OUT, new Clipping.Flat(0.001), AdversarialData.RANDOM);

    @Test
    void charge_ofALittleMoreNoiseThanWasAdded_isFound() throws IOException {
        assertThat(checked(CLIPPED.data.of(CLIPPED.model, ROWS), ReplayedRun.SEED, 1))
                .isNull();

        assertThat(checked(CLIPPED.data.of(CLIPPED.model, ROWS), ReplayedRun.SEED, 1.01))
                .hasMessageContaining("of what its charge");
    }

    @Test
    void run_onDataThatDiffersInASecondRecord_isFound() throws IOException {
        Dataset data = CLIPPED.data.of(CLIPPED.model, ROWS);
        int[] rows = IntStream.range(0, ROWS).map(row -> row == 2 ? 3 : row).toArray();

        assertThat(checked(data.rows("other", rows), ReplayedRun.SEED, 1)).isNotNull();
    }

    @Test
    void run_withOtherCoins_isFound() throws IOException {
        assertThat(checked(CLIPPED.data.of(CLIPPED.model, ROWS), 4, 1)).hasMessageContaining("another lot");
    }

    /** What the kit says of a run and of a second one, or null if it is content. */
    private @Nullable AssertionError checked(Dataset neighbour, long seed, double moreNoise) throws IOException {
        Dataset data = CLIPPED.data.of(CLIPPED.model, ROWS);
        Neighbours neighbours = new Neighbours(CLIPPED.adjacency, data, neighbour, DIFFERENT);
        Recording recorded = new Recording();
        List<DpEvent> claimed =
                CLIPPED.run().on(data, recorded, Files.createTempDirectory(directory, "data")).charges().stream()
                        .map(charge -> (PoissonSampled) charge)
                        .<DpEvent>map(charge ->
                                new PoissonSampled(charge.rate(), new Gaussian(ReplayedRun.NOISE * moreNoise)))
                        .toList();
        Playback played = new Playback(recorded, neighbours);
        try {
            CLIPPED.run()
                    .without(DIFFERENT)
                    .seed(seed)
                    .on(neighbour, played, Files.createTempDirectory(directory, "neighbour"));
            new ReplayedSteps(CLIPPED.model(), neighbours).check(recorded, played, claimed);
            return null;
        } catch (AssertionError e) {
            return e;
        }
    }
}

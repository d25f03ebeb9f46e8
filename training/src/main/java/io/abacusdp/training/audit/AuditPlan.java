package io.abacusdp.training.audit;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.sampling.Sampler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * An audit in one run: made-up examples, the canaries, are added to the data, and each is trained on or not by a fair coin.
 * Afterwards those whose loss fell most are guessed to have been trained on, and those whose loss fell least not.
 *
 * <p>All canaries have a row in {@link #dataset()}, and {@link #present(Sampler)} takes those that lost their coin out of
 * every lot. So the number of rows, and with it the rate of sampling, is the same whatever the coins are, and turning a coin
 * adds or removes one record at a public rate: neighbours as in the guarantee of Poisson sampling under add-or-remove-one.
 * An absent row is one that contributes nothing, so that turning a coin is zero-out adjacency as well, and a special case of
 * replace-one, where the bound on a record's contribution allows none. So the audit fits all three; {@link AuditBound} has
 * the theorem.
 *
 * <p>How many are guessed is fixed: a fifth of the canaries, the half of them as present and the half as absent. Trying
 * several numbers and taking the best would need a union bound.
 *
 * <p>The canaries are made of coins, not of records: a copy of a record would let that record take part twice. The finding
 * follows from the released model and the canaries alone, so that it costs no privacy. The model has seen the canaries; it
 * does a little worse for them.
 *
 * <p>Immutable. The coins must not be shown to whoever makes the guesses, and are nowhere shown here.
 */
public final class AuditPlan {
    /** The least number of canaries: with fewer, even right guesses alone refute next to nothing. */
    public static final int LEAST_CANARIES = 50;

    private final Dataset dataset;
    private final int records;
    private final BitSet absent;

    private AuditPlan(Dataset dataset, int records, BitSet absent) {
        this.dataset = dataset;
        this.records = records;
        this.absent = absent;
    }

    /**
     * Adds canaries to the data and throws their coins.
     *
     * @param canaries how many, at least 50
     * @param random unpredictable by whoever makes the model: a cryptographic stream
     */
    public static AuditPlan of(Dataset data, int canaries, RandomGenerator random) {
        if (canaries < LEAST_CANARIES) {
            throw new IllegalArgumentException(
                    "an audit needs at least " + LEAST_CANARIES + " canaries, got " + canaries);
        }
        BitSet absent = new BitSet();
        for (int row = data.size(); row < data.size() + canaries; row++) {
            absent.set(row, random.nextBoolean());
        }
        return new AuditPlan(withCanaries(data, canaries, random), data.size(), absent);
    }

    /** Every feature 0 or 1, and every class, equally likely: far from each other and from most real examples. */
    private static Dataset withCanaries(Dataset data, int canaries, RandomGenerator random) {
        int width = data.featureCount();
        int size = Math.addExact(data.size(), canaries);
        float[] features = new float[Math.multiplyExact(size, width)];
        float[] targets = new float[size];
        for (int row = 0; row < data.size(); row++) {
            data.copyFeatures(row, features, row * width);
            targets[row] = data.target(row);
        }
        for (int i = data.size() * width; i < features.length; i++) {
            features[i] = random.nextInt(2);
        }
        for (int row = data.size(); row < size; row++) {
            targets[row] = random.nextInt(data.classes() == 0 ? 2 : data.classes());
        }
        List<String> notes = new ArrayList<>(data.notes());
        notes.add(canaries
                + " of the examples are canaries: made up at random for an audit, and trained on or not, each by"
                + " a fair coin. The model has seen about half of them.");
        return new Dataset(data.name() + " with canaries", data.shape(), features, targets, data.classes(), notes);
    }

    /** The data to train on: all records, then all canaries, the absent ones among them. */
    public Dataset dataset() {
        return dataset;
    }

    /** All canaries, in the order in which losses are to be given. */
    public Dataset canaries() {
        return dataset.rows("canaries", IntStream.range(records, dataset.size()).toArray());
    }

    /** The sampler without the rows of absent canaries. It draws from the rows of {@link #dataset()}. */
    public Sampler present(Sampler sampler) {
        return new PresentSampler(sampler, absent);
    }

    /**
     * The loss of each canary, by a function that gives the mean loss over a data set, such as a model's evaluation.
     */
    public double[] losses(ToDoubleFunction<Dataset> meanLoss) {
        return IntStream.range(records, dataset.size())
                .mapToDouble(row -> meanLoss.applyAsDouble(dataset.rows("canary", row)))
                .toArray();
    }

    /**
     * Guesses from the losses of all canaries before and after the training, and counts who was right.
     *
     * @param before by the model that the training began with
     * @param after by the trained model
     * @param claimed the guarantee that is put to the test; its delta is the audit's
     * @param confidence in (0, 1)
     */
    public AuditOutcome judge(double[] before, double[] after, Guarantee claimed, double confidence) {
        Objects.requireNonNull(claimed, "claimed");
        int canaries = dataset.size() - records;
        if (before.length != canaries || after.length != canaries) {
            throw new IllegalArgumentException("expected losses of %d canaries, got %d before and %d after"
                    .formatted(canaries, before.length, after.length));
        }
        double[] drops = new double[canaries];
        Arrays.setAll(drops, i -> before[i] - after[i]);
        // Equal drops, and those that are not numbers, are in the order of the canaries, which knows nothing of the
        // coins.
        int[] byDrop = IntStream.range(0, canaries)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> drops[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        int half = canaries / 10;
        int correct = 0;
        for (int i = 0; i < half; i++) {
            correct += isAbsent(byDrop[i]) ? 1 : 0;
            correct += isAbsent(byDrop[canaries - 1 - i]) ? 0 : 1;
        }
        return AuditOutcome.of(canaries, 2 * half, correct, confidence, claimed);
    }

    private boolean isAbsent(int canary) {
        return absent.get(records + canary);
    }
}

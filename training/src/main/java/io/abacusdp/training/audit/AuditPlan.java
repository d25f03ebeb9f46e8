package io.abacusdp.training.audit;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.training.data.Dataset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * An audit in one run: made-up examples, the canaries, are added to the data, and each is trained on or not by a fair coin.
 * Afterwards those that the model does well on are guessed to have been trained on, and those that it does badly on not.
 *
 * <p>All canaries have a row in {@link #dataset()}, and the training leaves the {@link #absent()} ones out of every lot. So the
 * number of rows, and with it the rate of sampling, is the same whatever the coins are, and turning a coin adds or removes one
 * record at a public rate: neighbours as in the guarantee of Poisson sampling under add-or-remove-one. An absent row is one
 * that contributes nothing, so that turning a coin is zero-out adjacency as well, and a special case of replace-one, whose
 * bound holds for any two contributions within the clipping norm. So the audit fits all three; {@link AuditBound} has the
 * theorem. A data set from which absent canaries are missing would not do: its size decides the rate.
 *
 * <p>How many are guessed is fixed: three of ten canaries, half of them as present and half as absent. Trying several numbers
 * and taking the best would need a union bound. What is ranked is the loss, less the mean loss of the canaries of the same
 * class: a class that the model is fond of says nothing about one canary.
 *
 * <p>The canaries are made of coins, not of records: a copy of a record would let that record take part twice. The finding
 * follows from the released model and the canaries alone, so that it costs no privacy. The model has seen the canaries; it
 * does a little worse for them.
 *
 * <p>Limits: a lower bound that is far below the proven epsilon proves nothing; the attack sees no more than losses, and there
 * are stronger ones. A model that begins with an embedding takes no such canaries, and refuses the data. Immutable.
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

    /** Every feature −1 or 1, and every class, equally likely: nearly orthogonal to each other and to real examples. */
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
            features[i] = random.nextBoolean() ? 1 : -1;
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

    /** Whether a row of {@link #dataset()} is to be left out of every lot. To be known to the training only. */
    public IntPredicate absent() {
        return absent::get;
    }

    /**
     * Guesses from what the model makes of each canary, and counts what was right.
     *
     * @param meanLoss of the trained model over a data set
     * @param claimed the guarantee that is put to the test; its delta is the audit's
     * @param confidence in (0, 1)
     */
    public AuditOutcome judge(ToDoubleFunction<Dataset> meanLoss, Guarantee claimed, double confidence) {
        int canaries = dataset.size() - records;
        double[] losses = new double[canaries];
        Arrays.setAll(losses, i -> meanLoss.applyAsDouble(dataset.rows("canary", records + i)));
        double[] scores = centred(losses);
        // Equal scores, and those that are not numbers, are in the order of the canaries, which knows nothing of the
        // coins.
        int[] byScore = IntStream.range(0, canaries)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> scores[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        int half = (int) (canaries * 3L / 20);
        int correct = 0;
        for (int i = 0; i < half; i++) {
            correct += isAbsent(byScore[i]) ? 0 : 1;
            correct += isAbsent(byScore[canaries - 1 - i]) ? 1 : 0;
        }
        return AuditOutcome.of(canaries, 2 * half, correct, confidence, claimed);
    }

    private double[] centred(double[] losses) {
        int classes = Math.max(2, dataset.classes());
        double[] sums = new double[classes];
        int[] counts = new int[classes];
        for (int i = 0; i < losses.length; i++) {
            sums[target(i)] += losses[i];
            counts[target(i)]++;
        }
        double[] result = new double[losses.length];
        Arrays.setAll(result, i -> losses[i] - sums[target(i)] / counts[target(i)]);
        return result;
    }

    /** A canary's class, or 0 or 1 for regression. */
    private int target(int canary) {
        return (int) dataset.target(records + canary);
    }

    private boolean isAbsent(int canary) {
        return absent.get(records + canary);
    }
}

package io.abacusdp.training.audit;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.sampling.Lots;
import io.abacusdp.training.step.Canaries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * An audit within a training run: m canaries, each there or not by a fair coin, and a score for each over all steps.
 *
 * <p>A canary is a gradient of the clipping norm along a coordinate of its own, beyond those of the model ({@link Canaries}): the
 * worst that a record can be. It has a row behind the records', so that the run's own sampler draws it, and what is released
 * of its coordinate has the run's own noise and divisor. Rows of absent canaries are drawn and add nothing, so that the number
 * of rows, and with it the rate, is the same whatever the coins are: turning a coin adds or removes one record at a public
 * rate. That is add-or-remove-one for Poisson lots, zero-out, and a special case of replace-one, whose bound holds for any
 * two contributions within the norm.
 *
 * <p>Cost: canaries are made of coins, never of records, and no record has a part in their coordinates. So scores and coins
 * say nothing of a record, and the model does not move by a canary. What the canaries cost is the rate: lots of the same
 * expected size are shared with m more rows, fewer records are in a lot, and each is charged for the rate at which it is
 * really drawn.
 *
 * <p>Score: the logarithm of the likelihood ratio over all steps that were scored, Σ log(1 − q + q·exp((2x − 1)/2σ²)), x the
 * canary's noisy sum over the norm; for lots that are not Poisson's with their average rate, and for correlated noise as if it were
 * independent, which makes it a weaker test and no wrong one.
 *
 * <p>What follows, each at half the level so that both hold together:
 *
 * <ul>
 *   <li>A lower bound on epsilon for any mechanism whatever ({@link AuditBound}): of the canaries, three in ten are guessed, as
 *       was fixed beforehand, half of them as present and half as absent.
 *   <li>The strongest claim of the family that is not refuted ({@link NoiseFamily}), from how many of all canaries have the
 *       right sign. Here the canaries are taken to be drawn and noised independently of each other, as is claimed: a mechanism
 *       that treats them alike on purpose could make many wrong, or right, together.
 * </ul>
 *
 * <p>A resumed run goes on with coins and scores of the last checkpoint. Releases that were lost with a crash are missing in the
 * scores, or were scored before they were lost; either way the scores follow from releases that were all charged.
 *
 * <p>For use by one thread.
 */
public final class CanaryRun implements Canaries {
    /** The least number of canaries: with fewer, even right guesses alone refute next to nothing. */
    public static final int MIN_CANARIES = 50;

    private final int records;
    private final Lots lots;
    private final BitSet present;
    private final double[] scores;
    private final CanaryFile file;
    private boolean isKept;

    private CanaryRun(int records, Lots lots, BitSet present, double[] scores, CanaryFile file, boolean isKept) {
        this.records = records;
        this.lots = lots;
        this.present = present;
        this.scores = scores;
        this.file = file;
        this.isKept = isKept;
    }

    /**
     * Throws the coins. They are kept when the run begins.
     *
     * @param records number of rows before the canaries
     * @param lots of the run, which draw records and canaries alike
     * @param canaries how many, at least 50
     * @param random unpredictable by whoever makes the model: a cryptographic stream
     * @param path of a file that is not there yet
     */
    public static CanaryRun begin(int records, Lots lots, int canaries, RandomGenerator random, Path path) {
        requireEnough(canaries);
        BitSet present = new BitSet(canaries);
        for (int canary = 0; canary < canaries; canary++) {
            present.set(canary, random.nextBoolean());
        }
        return new CanaryRun(records, lots, present, new double[canaries], new CanaryFile(path), false);
    }

    /**
     * Goes on with the coins and scores that were kept.
     *
     * @throws IllegalArgumentException if there is nothing, or something of another run
     */
    public static CanaryRun resume(int records, Lots lots, int canaries, Path path) throws IOException {
        requireEnough(canaries);
        CanaryFile file = new CanaryFile(path);
        CanaryFile.Contents kept = file.read(canaries);
        return new CanaryRun(
                records,
                lots,
                kept.present(),
                kept.scores().stream().mapToDouble(Double::doubleValue).toArray(),
                file,
                true);
    }

    /** Refuses fewer canaries than are of any use. */
    public static void requireEnough(int canaries) {
        if (canaries < MIN_CANARIES) {
            throw new IllegalArgumentException(
                    "an audit needs at least " + MIN_CANARIES + " canaries, got " + canaries);
        }
    }

    /** The data with a row for each canary behind the records. What is in these rows is never looked at. */
    public static Dataset withRows(Dataset data, int canaries) {
        int width = data.featureCount();
        int size = Math.addExact(data.size(), canaries);
        float[] features = new float[Math.multiplyExact(size, width)];
        float[] targets = new float[size];
        for (int row = 0; row < data.size(); row++) {
            data.copyFeatures(row, features, row * width);
            targets[row] = data.target(row);
        }
        List<String> notes = new ArrayList<>(data.notes());
        notes.add(
                canaries + " of the examples are canaries of an audit: gradients of their own, in coordinates that the"
                        + " model does not have. They are drawn into lots like records; the model has learned nothing from them.");
        return new Dataset(data.name() + " with canaries", data.shape(), features, targets, data.classes(), notes)
                .described(data.format());
    }

    @Override
    public int firstRow() {
        return records;
    }

    @Override
    public double[] sum(int[] rows, double norm) {
        if (!Double.isFinite(norm)) {
            throw new IllegalArgumentException("an audit needs a finite clipping norm, got " + norm);
        }
        double[] sum = new double[scores.length];
        for (int row : rows) {
            if (present.get(row - records)) {
                sum[row - records] = norm;
            }
        }
        return sum;
    }

    @Override
    public void released(float[] mean, double norm, double noiseMultiplier) {
        double rate = (double) lots.size() / lots.examples();
        // Of a step without noise every canary is told for sure; so much is sure enough.
        double variance = Math.max(1e-6, noiseMultiplier * noiseMultiplier);
        for (int i = 0; i < scores.length; i++) {
            double x = mean[i] * (double) lots.size() / norm;
            scores[i] += Knowledge.logRatio(rate, (2 * x - 1) / (2 * variance));
        }
    }

    @Override
    public void checkpoint() throws IOException {
        if (isKept) {
            file.replace(present, scores);
        } else {
            file.create(present, scores);
            isKept = true;
        }
    }

    /**
     * Guesses, and says what follows.
     *
     * @param event everything that the run was charged for
     * @param claimed what is claimed of it; its delta is the audit's
     * @param confidence in (0, 1)
     */
    public AuditOutcome judge(DpEvent event, Guarantee claimed, double confidence) {
        int canaries = scores.length;
        int[] byScore = IntStream.range(0, canaries)
                .boxed()
                // Equal scores are in the order of the canaries, which knows nothing of the coins.
                .sorted(Comparator.comparingDouble(i -> -scores[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        int half = (int) (canaries * 3L / 20);
        int correct = 0;
        for (int i = 0; i < half; i++) {
            correct += present.get(byScore[i]) ? 1 : 0;
            correct += present.get(byScore[canaries - 1 - i]) ? 0 : 1;
        }
        int right = (int) IntStream.range(0, canaries)
                .filter(i -> scores[i] > 0 == present.get(i))
                .count();
        NoiseFamily family = new NoiseFamily(event, claimed.adjacency(), claimed.delta());
        return AuditOutcome.of(canaries, 2 * half, correct, right, confidence, claimed, family);
    }

    /** Scores of all canaries, in their order. */
    double[] scores() {
        return Arrays.copyOf(scores, scores.length);
    }

    /** Whether a canary is there. */
    boolean isPresent(int canary) {
        return present.get(canary);
    }
}

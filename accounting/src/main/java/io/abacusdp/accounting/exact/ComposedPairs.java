package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.MixtureOfGaussians;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.SampledWithReplacement;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.event.TreeAggregation;
import io.abacusdp.accounting.pair.DominatedEvent;
import io.abacusdp.accounting.pair.DominatingPair;
import io.abacusdp.accounting.pair.DominatingPair.GaussianMixture;
import io.abacusdp.accounting.pair.DominatingPair.GaussianShift;
import io.abacusdp.accounting.pair.DominatingPairs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The composition of the pairs of an event ({@link DominatingPairs}) as contour integration takes them: Gaussians, which
 * are one Gaussian, and ratios of mixtures of Gaussians ({@link Ratio}).
 *
 * <p>Not safe for use by several threads.
 */
final class ComposedPairs {
    private final DpEvent whole;
    private final Adjacency adjacency;
    private final List<Ratio> ratios = new ArrayList<>();
    private final List<Long> counts = new ArrayList<>();
    private double precision;
    private int roundings = 5;
    private boolean lossless = true;

    private ComposedPairs(DpEvent whole, Adjacency adjacency) {
        this.whole = whole;
        this.adjacency = adjacency;
    }

    static ComposedPairs of(DpEvent event, Adjacency adjacency) {
        ComposedPairs pairs = new ComposedPairs(event, adjacency);
        Composition.of(event).sortedTerms().forEach(pairs::add);
        return pairs;
    }

    /** Whether a release without noise is among them. */
    boolean isNonPrivate() {
        return precision == Double.POSITIVE_INFINITY;
    }

    /** Whether nothing among them depends on any record. */
    boolean isLossless() {
        return lossless;
    }

    /** The laws of the loss, one for each direction, or one for both if they are the same. */
    List<LossLaw> laws() {
        List<LossLaw> laws = new ArrayList<>();
        laws.add(law(1));
        if (!ratios.isEmpty() && adjacency != Adjacency.REPLACE_ONE) {
            laws.add(law(-1));
        }
        return laws;
    }

    private LossLaw law(int sign) {
        List<RatioRun> runs = new ArrayList<>();
        for (int i = 0; i < ratios.size(); i++) {
            runs.add(new RatioRun(ratios.get(i), sign, counts.get(i)));
        }
        return new LossLaw(whole, precision, roundings, runs);
    }

    private void add(DpEvent event, long count) {
        requireSupported(event);
        for (DominatedEvent dominated : DominatingPairs.of(event, adjacency, ExactAccountant.NAME)) {
            DominatingPair pair = dominated.above();
            if (pair instanceof GaussianShift gaussian) {
                addPrecision(count, gaussian.shift() / gaussian.standardDeviation());
            } else if (pair instanceof GaussianMixture mixture) {
                addMixture(mixture, count);
            } else if (!(event instanceof NonPrivate)) {
                throw unsupported(event, "its batches have no pair of mixtures of Gaussians; use the pld accountant");
            } else {
                // Nothing is left but a release without noise.
                precision = Double.POSITIVE_INFINITY;
                lossless = false;
            }
        }
    }

    /** Leaves Gaussians, trees of them and their mixtures, sampled or not, and releases without noise. */
    private void requireSupported(DpEvent event) {
        if (event instanceof SampledWithoutReplacement batches && batches.sampleSize() == batches.datasetSize()) {
            throw unsupported(event, "a batch of all records is only enclosed; use the pld accountant");
        }
        if (event instanceof SampledWithoutReplacement || event instanceof SampledWithReplacement) {
            // Which of them have a mixture, their pair shows.
            return;
        }
        boolean sampled = event instanceof PoissonSampled;
        DpEvent inner = event instanceof PoissonSampled sample ? sample.event() : event;
        if (inner instanceof MixtureOfGaussians && adjacency == Adjacency.REPLACE_ONE) {
            throw unsupported(event, "a mixture of Gaussians has no known pair under replace_one");
        } else if (inner instanceof NonPrivate && sampled) {
            throw unsupported(event, "a sampled release without noise has no density");
        } else if (!(inner instanceof Gaussian
                || inner instanceof TreeAggregation
                || inner instanceof MixtureOfGaussians
                || inner instanceof NonPrivate)) {
            throw unsupported(
                    event, "only Gaussian noise, plain or Poisson-sampled, is supported; use the pld accountant");
        }
    }

    private void addMixture(GaussianMixture mixture, long count) {
        double rate = mixture.rate();
        TreeMap<Double, Double> parts = new TreeMap<>();
        double total = 0;
        for (int i = 0; i < mixture.shifts().size(); i++) {
            parts.merge(mixture.shifts().get(i), mixture.probabilities().get(i), Double::sum);
            total += mixture.probabilities().get(i);
        }
        parts.values().removeIf(probability -> probability == 0);
        double none = 1 - rate + rate * parts.getOrDefault(0.0, 0.0) / total;
        parts.remove(0.0);
        if (parts.isEmpty()) {
            return;
        }
        if (parts.size() == 1 && none == 0) {
            addPrecision(count, parts.firstKey() / mixture.standardDeviation());
            return;
        }
        double[] shifts = new double[parts.size()];
        double[] probabilities = new double[parts.size()];
        int i = 0;
        for (Map.Entry<Double, Double> part : parts.entrySet()) {
            shifts[i] = part.getKey();
            probabilities[i++] = rate * part.getValue() / total;
        }
        MixtureRatio ratio = new MixtureRatio(mixture.standardDeviation(), none, shifts, probabilities);
        addRatio(mixture.mirrored() ? new Replacement(ratio) : new Presence(ratio), count);
    }

    private void addRatio(Ratio ratio, long count) {
        lossless = false;
        ratios.add(ratio);
        counts.add(count);
    }

    /** Adds count·μ²: five roundings in the product, and one more for each sum. */
    private void addPrecision(long count, double mu) {
        lossless = false;
        precision += count * mu * mu;
        roundings++;
    }

    private static UnsupportedEventException unsupported(DpEvent event, String reason) {
        return new UnsupportedEventException(ExactAccountant.NAME, event, reason);
    }
}

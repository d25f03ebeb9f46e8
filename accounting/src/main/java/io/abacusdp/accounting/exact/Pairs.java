package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.MixtureOfGaussians;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The pairs of laws that dominate the elementary events of a composition under an adjacency.
 *
 * <ul>
 *   <li>Gaussian: N(1, σ²) against N(0, σ²); N(2, σ²) where a record is replaced;
 *   <li>Poisson-sampled Gaussian: (1−q)N(0, σ²) + qN(1, σ²) against N(0, σ²) (Zhu, Dong, Wang 2022, arXiv:2106.08567);
 *       against its mirror image where a record is replaced ({@link Replacement});
 *   <li>mixtures of Gaussians, sampled or not: the mixture against N(0, σ²), unless a record is replaced.
 * </ul>
 *
 * <p>Not safe for use by several threads.
 */
final class Pairs {
    private final Adjacency adjacency;
    private final List<Ratio> ratios = new ArrayList<>();
    private final List<Long> counts = new ArrayList<>();
    private double precision;
    private int roundings = 5;

    private Pairs(Adjacency adjacency) {
        this.adjacency = adjacency;
    }

    static Pairs of(DpEvent event, Adjacency adjacency) {
        Pairs pairs = new Pairs(adjacency);
        Composition.of(event).terms().forEach(pairs::add);
        return pairs;
    }

    /** Whether a release without noise is among them. */
    boolean isNonPrivate() {
        return precision == Double.POSITIVE_INFINITY;
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
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < ratios.size(); i++) {
            runs.add(new Run(ratios.get(i), sign, counts.get(i)));
        }
        return new LossLaw(precision, roundings, runs);
    }

    private void add(DpEvent event, long count) {
        if (event instanceof NonPrivate) {
            precision = Double.POSITIVE_INFINITY;
        } else if (event instanceof Gaussian gaussian) {
            addPrecision(count, adjacency.sensitivityFactor() / gaussian.noiseMultiplier());
        } else if (event instanceof MixtureOfGaussians mixture) {
            addMixture(event, 1, mixture, count);
        } else if (event instanceof PoissonSampled sampled && sampled.event() instanceof Gaussian gaussian) {
            Mixture mixture = new Mixture(
                    gaussian.noiseMultiplier(), 1 - sampled.rate(), new double[] {1}, new double[] {sampled.rate()});
            addRatio(adjacency == Adjacency.REPLACE_ONE ? new Replacement(mixture) : new Presence(mixture), count);
        } else if (event instanceof PoissonSampled sampled && sampled.event() instanceof MixtureOfGaussians mixture) {
            addMixture(event, sampled.rate(), mixture, count);
        } else if (event instanceof PoissonSampled sampled && sampled.event() instanceof NonPrivate) {
            throw unsupported(event, "a sampled release without noise has no density");
        } else if (!(event instanceof NoOp)) {
            throw unsupported(
                    event, "only Gaussian noise, plain or Poisson-sampled, is supported; use the pld accountant");
        }
    }

    private void addMixture(DpEvent event, double rate, MixtureOfGaussians mixture, long count) {
        if (adjacency == Adjacency.REPLACE_ONE) {
            throw unsupported(event, "a mixture of Gaussians has no known pair under replace_one");
        }
        TreeMap<Double, Double> parts = new TreeMap<>();
        double total = 0;
        for (int i = 0; i < mixture.sensitivities().size(); i++) {
            parts.merge(mixture.sensitivities().get(i), mixture.probabilities().get(i), Double::sum);
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
        addRatio(new Presence(new Mixture(mixture.standardDeviation(), none, shifts, probabilities)), count);
    }

    private void addRatio(Ratio ratio, long count) {
        ratios.add(ratio);
        counts.add(count);
    }

    /** Adds count·μ²: five roundings in the product, and one more for each sum. */
    private void addPrecision(long count, double mu) {
        precision += count * mu * mu;
        roundings++;
    }

    private static UnsupportedEventException unsupported(DpEvent event, String reason) {
        return new UnsupportedEventException(ExactAccountant.NAME, event, reason);
    }
}

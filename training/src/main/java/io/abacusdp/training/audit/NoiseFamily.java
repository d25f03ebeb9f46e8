package io.abacusdp.training.audit;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledInTurn;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.numeric.Search;
import io.abacusdp.accounting.tradeoff.Direction;
import io.abacusdp.accounting.tradeoff.TradeoffCurve;

/**
 * The claims that differ from one at hand in their noise only: the same sampling and steps, and every noise multiplier times a
 * factor s. Immutable.
 *
 * <p>What a claim says: whoever knows everything but whether one record is there, and looks at all that is released, has with
 * every test a rate β of false negatives of at least f_s(α), α its rate of false positives and f_s the trade-off curve of the
 * event with noise s·z. More noise is a stronger claim: f_s rises with s at every α, as the noise that is missing can always be
 * added afterwards.
 *
 * <p>What evidence says: it refutes the claim of factor s at a level a if, whatever mechanism satisfies the claim, such
 * evidence or stronger comes with probability a at most. As the claims are nested, there is a least factor s* that is
 * refuted; a mechanism that satisfies the claim of factor s gives an s* ≤ s with probability a at most. So with confidence
 * 1 − a no claim of s* or more holds, <b>the strongest claim of the family that is not refuted has noise below s*·z</b>, and
 * its epsilon is above that of s*·z. This is what an audit measures. It is no lower bound on epsilon for mechanisms outside of
 * the family: one that is worse at moderate rates of errors may be better in the tail that delta cuts off.
 *
 * <p>Accuracy: the factor is rounded up and its epsilon down, by 0.05 % at most each.
 */
final class NoiseFamily {
    /** Beyond these factors nothing is looked for. */
    static final double LEAST_FACTOR = 1.0 / 32;

    static final double GREATEST_FACTOR = 32;
    private static final double TOLERANCE = 5e-4;

    private final DpEvent claim;
    private final Adjacency adjacency;
    private final double delta;

    NoiseFamily(DpEvent claim, Adjacency adjacency, double delta) {
        this.claim = claim;
        this.adjacency = adjacency;
        this.delta = delta;
    }

    /** What is proven of the claim. */
    Guarantee guarantee() {
        return guarantee(1);
    }

    private Guarantee guarantee(double factor) {
        return AutoAccountant.best().epsilon(scaled(claim, factor), adjacency, delta);
    }

    /** Epsilon of the claim with a factor on its noise, rounded down; 0 for infinite noise. */
    double epsilonLower(double factor) {
        if (factor == Double.POSITIVE_INFINITY) {
            return 0;
        }
        Guarantee guarantee = guarantee(factor);
        return guarantee.lower().orElse(guarantee.epsilon());
    }

    /**
     * The least factor on the noise, rounded up, whose claim the evidence refutes; +∞ if it refutes none, and 1/32 if it
     * refutes all from there on.
     */
    double leastRefuted(Evidence evidence) {
        double least = Search.least(
                LEAST_FACTOR, GREATEST_FACTOR, TOLERANCE, factor -> evidence.refutes(curve(factor), Direction.REMOVE));
        return Double.isNaN(least) ? Double.POSITIVE_INFINITY : least;
    }

    private TradeoffCurve curve(double factor) {
        return TradeoffCurve.of(scaled(claim, factor), adjacency);
    }

    private static DpEvent scaled(DpEvent event, double factor) {
        if (event instanceof Gaussian gaussian) {
            return new Gaussian(factor * gaussian.noiseMultiplier());
        } else if (event instanceof PoissonSampled sampled) {
            return new PoissonSampled(sampled.rate(), scaled(sampled.event(), factor));
        } else if (event instanceof SampledInTurn sampled) {
            return new SampledInTurn(sampled.rate(), scaled(sampled.event(), factor));
        } else if (event instanceof SampledWithoutReplacement sampled) {
            return new SampledWithoutReplacement(
                    sampled.datasetSize(), sampled.sampleSize(), scaled(sampled.event(), factor));
        } else if (event instanceof RandomAllocation allocated) {
            return new RandomAllocation(
                    allocated.batches(), allocated.participations(), scaled(allocated.event(), factor));
        } else if (event instanceof Group group) {
            return new Group(group.size(), scaled(group.event(), factor));
        } else if (event instanceof Repeated repeated) {
            return new Repeated(repeated.count(), scaled(repeated.event(), factor));
        } else if (event instanceof Composed composed) {
            return new Composed(
                    composed.events().stream().map(part -> scaled(part, factor)).toList());
        } else if (event instanceof NoOp || event instanceof NonPrivate) {
            // Without cost, or without noise: a factor changes nothing.
            return event;
        }
        throw new IllegalArgumentException("an audit compares claims of Gaussian noise, got " + event);
    }
}

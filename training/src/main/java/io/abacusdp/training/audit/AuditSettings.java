package io.abacusdp.training.audit;

import io.abacusdp.training.optimise.Schedule;
import io.abacusdp.training.sampling.Sampling;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.NoiseChoice;
import io.abacusdp.training.step.StepPlan;
import java.util.List;

/**
 * What is audited and how long. The defaults take seconds.
 *
 * @param epsilon claimed; the noise is calibrated to it
 * @param delta at which it is claimed
 * @param sampling of the lots: poisson or allocated
 * @param records of the scene in which the canary is one of a crowd
 * @param lot expected size of its lots
 * @param steps of one of its runs
 * @param runs of it
 * @param orderRecords records of the scene that looks for sums that depend on their order
 * @param orderRuns of it, one step each
 * @param noise of the steps
 * @param recordsPerUser records of the person that is there or not, and that the claim is for
 * @param confidence with which nothing is refuted that is true
 */
public record AuditSettings(
        double epsilon,
        double delta,
        Sampling sampling,
        int records,
        int lot,
        int steps,
        int runs,
        int orderRecords,
        int orderRuns,
        NoiseChoice noise,
        int recordsPerUser,
        double confidence) {
    /** Fewer runs refute next to nothing. */
    public static final int MIN_RUNS = 100;

    private static final int MAX_RUNS = 10_000_000;
    private static final int MAX_RECORDS = 1 << 20;
    private static final int MIN_ORDER_RECORDS = 8;
    private static final int MAX_ORDER_RECORDS = 1 << 24;

    public AuditSettings {
        requireWithin("records", records, 2, MAX_RECORDS);
        require(lot >= 1 && lot <= records, "lot must be from 1 to the records %d, got %d".formatted(records, lot));
        requireWithin("steps", steps, 1, Integer.MAX_VALUE);
        require(
                sampling.drawsEachByItself(),
                "sampling must be poisson, allocated or cyclic, under which the canary may be absent, got "
                        + sampling.id());
        int together = sampling.lots(records, lot).lotsPerCharge();
        require(steps % together == 0, "steps must be whole epochs of %d lots, got %d".formatted(together, steps));
        requireWithin("runs", runs, MIN_RUNS, MAX_RUNS);
        requireWithin("records in order", orderRecords, MIN_ORDER_RECORDS, MAX_ORDER_RECORDS);
        requireWithin("runs in order", orderRuns, MIN_RUNS, MAX_RUNS);
        require(
                plans(sampling, records, lot, steps, noise).size() == 1,
                "an audit needs a number of bands, got noise " + noise.id());
        requireWithin("records of a user", recordsPerUser, 1, records - 1);
        require(
                recordsPerUser == 1
                        || (sampling == Sampling.POISSON && lot < records && noise instanceof NoiseChoice.Independent),
                "users with several records are audited under poisson sampling of a part of the records, with independent noise, got "
                        + sampling.id() + " and " + noise.id());
        require(confidence > 0 && confidence < 1, "confidence must be in (0, 1), got " + confidence);
    }

    private static void requireWithin(String name, int value, int least, int most) {
        require(
                value >= least && value <= most,
                "%s must be from %d to %d, got %d".formatted(name, least, most, value));
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }

    /** 40,000 runs of 8 steps at a rate of 1/4, and 160 steps on 16,384 records, at 95 % confidence. */
    public static AuditSettings of(double epsilon, double delta) {
        return new AuditSettings(
                epsilon,
                delta,
                Sampling.POISSON,
                32,
                8,
                8,
                40_000,
                16_384,
                160,
                new NoiseChoice.Independent(),
                1,
                0.95);
    }

    /** The same with other numbers of runs. */
    public AuditSettings withRuns(int count) {
        return new AuditSettings(
                epsilon,
                delta,
                sampling,
                records,
                lot,
                steps,
                count,
                orderRecords,
                orderRuns,
                noise,
                recordsPerUser,
                confidence);
    }

    /** The same with another number of records in order. */
    public AuditSettings withOrderRecords(int count) {
        return new AuditSettings(
                epsilon,
                delta,
                sampling,
                records,
                lot,
                steps,
                runs,
                count,
                orderRuns,
                noise,
                recordsPerUser,
                confidence);
    }

    /** The same with other lots. */
    public AuditSettings withSampling(Sampling another) {
        return new AuditSettings(
                epsilon,
                delta,
                another,
                records,
                lot,
                steps,
                runs,
                orderRecords,
                orderRuns,
                noise,
                recordsPerUser,
                confidence);
    }

    /** The same with other noise. */
    public AuditSettings withNoise(NoiseChoice another) {
        return new AuditSettings(
                epsilon,
                delta,
                sampling,
                records,
                lot,
                steps,
                runs,
                orderRecords,
                orderRuns,
                another,
                recordsPerUser,
                confidence);
    }

    /** The same for persons with several records. */
    public AuditSettings withRecordsPerUser(int count) {
        return new AuditSettings(
                epsilon, delta, sampling, records, lot, steps, runs, orderRecords, orderRuns, noise, count, confidence);
    }

    /** The steps of the scene in which the canary is one of a crowd, without noise. */
    StepPlan plan() {
        return plans(sampling, records, lot, steps, noise).get(0);
    }

    private static List<StepPlan> plans(Sampling sampling, int records, int lot, int steps, NoiseChoice noise) {
        return noise.plans(
                sampling.lots(records, lot), new Clipping.Flat(Scene.CLIPPING_NORM), new Schedule.Constant(1), steps);
    }

    /** Probability with which a true claim may be refuted: 1 − confidence, rounded down. */
    double level() {
        return levelOf(confidence);
    }

    /** 0.95 as a double is a little less than 0.95, and the difference from 1 may be rounded. */
    static double levelOf(double confidence) {
        return (1 - confidence) * (1 - 0x1p-49);
    }

    /** All runs. */
    public long allRuns() {
        return (long) runs + orderRuns;
    }
}

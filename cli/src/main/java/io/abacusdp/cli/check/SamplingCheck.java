package io.abacusdp.cli.check;

import static io.abacusdp.cli.check.StatedEpsilon.exact;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.training.sampling.Lots;
import io.abacusdp.training.sampling.Sampling;
import java.math.BigDecimal;
import java.util.function.Predicate;

/** Whether the charges of a run are those of its sampling: a rate that was charged too low makes every step look cheap. */
final class SamplingCheck {
    private final Findings findings;
    private final String file;
    private final JsonFields settings;

    SamplingCheck(Findings findings, String file, JsonFields settings) {
        this.findings = findings;
        this.file = file;
        this.settings = settings;
    }

    /**
     * Compares them.
     *
     * @param examples public number of examples
     * @param privacy of the report, with steps and noise
     */
    void check(ChargedSteps charges, long examples, Adjacency adjacency, JsonFields privacy)
            throws UnreadableException {
        Sampling sampling = sampling(settings.text("sampling"));
        long lot;
        try {
            lot = Long.parseLong(settings.text("lot size"));
        } catch (NumberFormatException e) {
            throw new UnreadableException("has a lot size that is no number", e);
        }
        if (lot < 1 || examples < lot || examples > Integer.MAX_VALUE) {
            findings.wrong(file, "lots of %d are said to be drawn from %d examples".formatted(lot, examples));
            return;
        }
        Lots lots = sampling.lots((int) examples, (int) lot);
        findings.require(
                lots.adjacencies().contains(adjacency),
                file,
                "%s sampling is accounted under %s".formatted(sampling.id(), adjacency.id()),
                "%s sampling has no guarantee under %s".formatted(sampling.id(), adjacency.id()));
        steps(lots, privacy.count("planned_steps"));
        if (CorrelatedNoiseCheck.isOf(settings)) {
            new CorrelatedNoiseCheck(findings, file, settings)
                    .check(charges, lots, privacy.count("planned_steps"), privacy.number("noise_multiplier"));
            return;
        }
        switch (sampling) {
            case POISSON -> poisson(charges, lot, examples);
            case FIXED_SIZE -> fixed(charges, lot, examples);
            case ALLOCATED ->
                epochs(charges, lots.lotsPerCharge(), charge -> isAllocated(charge, lots.lotsPerCharge()));
            case CYCLIC, SHUFFLED -> epochs(charges, lots.lotsPerCharge(), SamplingCheck::isUnsampled);
        }
    }

    private static Sampling sampling(String id) throws UnreadableException {
        for (Sampling sampling : Sampling.values()) {
            if (sampling.id().equals(id)) {
                return sampling;
            }
        }
        throw new UnreadableException("names a sampling that is none: " + id);
    }

    /** They follow from epochs and lots. */
    private void steps(Lots lots, long planned) throws UnreadableException {
        String epochs = settings.text("epochs");
        if (!epochs.matches("\\d{1,12}(\\.\\d{1,30})?")) {
            throw new UnreadableException("has a number of epochs that is none");
        }
        long steps;
        try {
            steps = lots.steps(new BigDecimal(epochs));
        } catch (ArithmeticException e) {
            throw new UnreadableException("has more epochs than can be counted", e);
        }
        findings.require(
                steps == planned,
                file,
                "%d steps are those of its epochs".formatted(planned),
                "%d steps are planned, and its epochs have %d".formatted(planned, steps));
    }

    private void poisson(ChargedSteps charges, long lot, long examples) {
        double rate = (double) lot / examples;
        double least = Double.POSITIVE_INFINITY;
        for (Repeated phase : charges.phases()) {
            least = Math.min(
                    least,
                    ChargedSteps.ofRecord(phase.event()) instanceof PoissonSampled sampled ? sampled.rate() : -1);
        }
        if (least < 0) {
            findings.wrong(file, "lots are said to be drawn by Poisson sampling, and not all charges are");
        } else {
            findings.require(
                    least >= rate || charges.phases().isEmpty(),
                    file,
                    "charged rates are at least %d of %d".formatted(lot, examples),
                    "a rate of %s is charged for lots of %d of %d examples, which is %s"
                            .formatted(exact(least), lot, examples, exact(rate)));
        }
    }

    private void fixed(ChargedSteps charges, long lot, long examples) {
        boolean isAsSaid = charges.phases().stream()
                .allMatch(phase -> ChargedSteps.ofRecord(phase.event()) instanceof SampledWithoutReplacement sampled
                        && sampled.sampleSize() >= lot
                        && sampled.datasetSize() <= examples);
        findings.require(
                isAsSaid,
                file,
                "charges are for lots of %d of %d".formatted(lot, examples),
                "lots are said to be %d of %d examples, and not all charges are".formatted(lot, examples));
    }

    /** Every epoch is paid at its first lot, and a resumed run begins a new one: an epoch pays for its own lots, and for no later ones. */
    private void epochs(ChargedSteps charges, long lotsAnEpoch, Predicate<DpEvent> isEpoch) {
        boolean isPaid = true;
        // As if an epoch had just ended: the first lot begins one.
        long lots = lotsAnEpoch;
        for (Repeated phase : charges.phases()) {
            boolean begins = isEpoch.test(ChargedSteps.ofRecord(phase.event()));
            lots = begins ? 1 : lots + phase.count();
            isPaid &= begins || (phase.event() instanceof NoOp && lots <= lotsAnEpoch);
        }
        findings.require(
                isPaid,
                file,
                "every epoch of %d lots is charged".formatted(lotsAnEpoch),
                "%d steps are made in epochs of %d lots, and some lots are of no epoch that is charged before them"
                        .formatted(charges.count(), lotsAnEpoch));
    }

    private static boolean isAllocated(DpEvent charge, long lotsAnEpoch) {
        return charge instanceof NonPrivate
                || (charge instanceof RandomAllocation allocated
                        && allocated.batches() == lotsAnEpoch
                        && allocated.participations() == 1
                        && allocated.event() instanceof Gaussian);
    }

    private static boolean isUnsampled(DpEvent charge) {
        return charge instanceof Gaussian || charge instanceof NonPrivate;
    }
}

package io.abacusdp.cli.check;

import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.training.report.GuaranteeSentences;
import java.util.ArrayList;
import java.util.List;

/** A certificate in words: for a reader, in one line for a paper, and as a block for a model card. */
final class CertificateWords {
    private static final int DIGITS = 5;
    private static final String MODEL = "model.safetensors";

    private final Certificate certificate;
    private final Certificate.Claim claim;
    private final String mechanism;

    CertificateWords(Certificate certificate) throws UnreadableException {
        this.certificate = certificate;
        this.claim = certificate.privacy();
        this.mechanism = mechanism(claim.event());
    }

    /** A few sentences, the most important one first. */
    List<String> statement() throws UnreadableException {
        Certificate.Subject subject = certificate.subject();
        List<String> lines = new ArrayList<>(new GuaranteeSentences(
                        UnitOfCharges.parsed(claim.unit()),
                        true,
                        claim.epsilon(),
                        claim.delta(),
                        claim.adjacency(),
                        subject.hasPrivateRanges(),
                        subject.isSizeDeclared(),
                        subject.examples())
                .lines());
        lines.add("Unit of privacy: %s.".formatted(claim.unit()));
        lines.add("What was charged: %s. That this costs no more was computed by the accountant %s%s."
                .formatted(mechanism, claim.accountant(), tightness()));
        lines.addAll(certificate.warnings());
        lines.add(
                "Not certified: that the program did what its charges say, that there was no other run on the same data, and that"
                        + " settings were chosen without looking at it. The signer saw %s."
                                .formatted(certificate.seen().words()));
        return lines;
    }

    private String tightness() {
        return claim.lower().isPresent()
                ? ", which knows that epsilon is not below "
                        + SafeFigures.down(claim.lower().getAsDouble(), DIGITS)
                : "";
    }

    /** One line. */
    String paper() {
        return "(%s, %s)-differential privacy, %s adjacency, unit: %s%s; %s; accountant %s%s; %s; model sha256 %s%s."
                .formatted(
                        SafeFigures.up(claim.epsilon(), DIGITS),
                        SafeFigures.exact(claim.delta()),
                        claim.adjacency().id().replace('_', '-'),
                        claim.unit(),
                        certificate.subject().hasPrivateRanges()
                                ? ", EXCEPT for ranges taken from the private data"
                                : "",
                        mechanism,
                        claim.accountant(),
                        tightness(),
                        certificate.checkedBy(),
                        model(),
                        certificate.warnings().isEmpty()
                                ? ""
                                : "; WARNING: " + String.join("; ", certificate.warnings()));
    }

    private String model() {
        return certificate.subject().files().getOrDefault(MODEL, "none");
    }

    /** A section in Markdown. */
    String modelCard() throws UnreadableException {
        StringBuilder card = new StringBuilder("## Differential privacy\n\n| | |\n|---|---|\n");
        row(card, "epsilon", SafeFigures.up(claim.epsilon(), DIGITS));
        claim.lower().ifPresent(lower -> row(card, "epsilon is not below", SafeFigures.down(lower, DIGITS)));
        row(card, "delta", SafeFigures.exact(claim.delta()));
        row(card, "adjacency", claim.adjacency().id());
        row(card, "unit of privacy", claim.unit());
        row(card, "mechanism", mechanism);
        row(card, "accountant", claim.accountant());
        row(card, "program", certificate.checkedBy());
        row(card, "model, SHA-256", model());
        row(
                card,
                "certified by",
                "%s, key %s, %s"
                        .formatted(
                                certificate.signer().name(),
                                certificate.signer().key(),
                                certificate.issued()));
        card.append('\n');
        statement().forEach(line -> card.append("- ").append(inCell(line)).append('\n'));
        return card.toString();
    }

    private static void row(StringBuilder card, String name, String value) {
        card.append("| ").append(name).append(" | ").append(inCell(value)).append(" |\n");
    }

    /** Names are the user's own: they must neither end a cell nor begin a line or a tag. */
    static String inCell(String text) {
        return text.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}]", " ")
                .replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .replace("[", "\\[");
    }

    /** What was charged, phase by phase. */
    private static String mechanism(DpEvent event) throws UnreadableException {
        List<Repeated> phases = new ChargedSteps(event)
                .phases().stream()
                        .filter(phase -> !(phase.event() instanceof NoOp))
                        .toList();
        if (phases.isEmpty()) {
            return "nothing";
        }
        Repeated first = phases.get(0);
        String words = "%d %s".formatted(first.count(), step(first.event()));
        if (phases.size() == 1) {
            return words;
        }
        if (phases.stream().allMatch(phase -> phase.event().equals(first.event()))) {
            return "%d %s".formatted(phases.stream().mapToLong(Repeated::count).sum(), step(first.event()));
        }
        return "%d phases, the first of %s".formatted(phases.size(), words);
    }

    private static String step(DpEvent event) {
        if (event instanceof Group group) {
            return "%s, for %d records together".formatted(step(group.event()), group.size());
        }
        if (event instanceof PoissonSampled sampled) {
            return "steps on Poisson samples at rate %s%s".formatted(figure(sampled.rate()), noise(sampled.event()));
        }
        if (event instanceof SampledWithoutReplacement sampled) {
            return "steps on samples of %d of %d%s"
                    .formatted(sampled.sampleSize(), sampled.datasetSize(), noise(sampled.event()));
        }
        if (event instanceof RandomAllocation allocated) {
            return "epochs of random allocation to %d lots%s".formatted(allocated.batches(), noise(allocated.event()));
        }
        return "releases%s".formatted(noise(event));
    }

    private static String noise(DpEvent event) {
        return event instanceof Gaussian gaussian
                ? " with Gaussian noise of multiplier " + figure(gaussian.noiseMultiplier())
                : " of " + event;
    }

    private static String figure(double value) {
        return SafeFigures.exact(value);
    }
}

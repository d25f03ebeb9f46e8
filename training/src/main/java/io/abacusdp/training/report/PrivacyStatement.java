package io.abacusdp.training.report;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.training.noise.TestSeed;
import io.abacusdp.training.trainer.PrivacyRecord;
import io.abacusdp.training.trainer.PrivacyUnit;
import io.abacusdp.training.trainer.RunRecord;
import java.util.ArrayList;
import java.util.List;

/** What a run guarantees, under which assumptions, and what it does not. */
final class PrivacyStatement {
    private static final int DIGITS = 5;

    private final RunRecord run;
    private final PrivacyRecord privacy;
    private final Guarantee guarantee;

    PrivacyStatement(RunRecord run) {
        this.run = run;
        this.privacy = run.privacy();
        this.guarantee = privacy.guarantee();
    }

    ReportBlock lead() {
        String text = String.join(" ", lines());
        return holds() && !run.data().hasPrivateRanges()
                ? new ReportBlock.Paragraph(text)
                : new ReportBlock.Warning(text);
    }

    String title() {
        return holds()
                ? "Private training on " + run.data().name()
                : "Training on " + run.data().name() + ", not private";
    }

    private boolean holds() {
        return privacy.isSecure() && guarantee.epsilon() < Double.POSITIVE_INFINITY;
    }

    /** What is guaranteed, and what it rests on, in a few sentences; whoever reads one line has the most important one. */
    List<String> lines() {
        return new GuaranteeSentences(
                        privacy.unit(),
                        privacy.isSecure(),
                        guarantee.epsilon(),
                        guarantee.delta(),
                        guarantee.adjacency(),
                        run.data().hasPrivateRanges(),
                        run.isSizeDeclared(),
                        run.data().examples())
                .lines();
    }

    /** What holds, or would. */
    private String epsilon() {
        return TestSeed.epsilon(privacy.isSecure(), SafeFigures.up(guarantee.epsilon(), DIGITS));
    }

    ReportDocument.Section section() {
        List<ReportBlock> blocks = new ArrayList<>();
        run.warnings().forEach(warning -> blocks.add(new ReportBlock.Warning(warning)));
        if (guarantee.epsilon() < Double.POSITIVE_INFINITY) {
            blocks.add(new ReportBlock.Paragraph((privacy.isSecure()
                            ? ""
                            : "With secret randomness, and only then, this would hold. ")
                    + "For any two training sets %s, and any set of outcomes, the probabilities that the outcome is in the set differ by a factor of at most e^%s = %s, and a probability of %s besides."
                            .formatted(
                                    neighbours(guarantee.adjacency(), privacy.unit()),
                                    SafeFigures.up(guarantee.epsilon(), DIGITS),
                                    SafeFigures.up(Math.nextUp(Math.exp(guarantee.epsilon())), 3),
                                    SafeFigures.exact(guarantee.delta()))));
        }
        blocks.add(ReportBlock.Table.ofFacts(facts()));
        List<String> notes = guarantee.notes().stream()
                .filter(note -> !run.warnings().contains(note))
                .toList();
        if (!notes.isEmpty()) {
            blocks.add(new ReportBlock.Bullets(notes));
        }
        return new ReportDocument.Section("What is guaranteed", blocks);
    }

    private List<List<String>> facts() {
        List<List<String>> facts = new ArrayList<>();
        facts.add(List.of("epsilon", epsilon()));
        facts.add(List.of("delta", SafeFigures.exact(guarantee.delta())));
        if (privacy.isSecure()) {
            guarantee
                    .lower()
                    .ifPresent(lower -> facts.add(List.of(
                            "tightness",
                            "the accountant knows that epsilon is not below " + SafeFigures.down(lower, DIGITS))));
        }
        privacy.budget()
                .ifPresent(budget -> facts.add(List.of("budget", "epsilon of at most " + SafeFigures.exact(budget))));
        facts.add(List.of("adjacency", guarantee.adjacency().id()));
        facts.add(List.of("unit of privacy", privacy.unit().words()));
        facts.add(List.of("accountant", guarantee.accountant()));
        facts.add(List.of(
                "noise multiplier",
                privacy.noiseMultiplier() == 0 ? "no noise" : SafeFigures.exact(privacy.noiseMultiplier())));
        facts.add(List.of("sampling", privacy.sampling()));
        facts.add(List.of(
                "steps",
                "%d charged, %d in the model, %d planned"
                        .formatted(privacy.chargedSteps(), privacy.modelSteps(), privacy.plannedSteps())));
        facts.add(List.of(
                "randomness",
                privacy.isSecure() ? "cryptographic, under keys that nobody knows" : "INSECURE: fixed seed"));
        return facts;
    }

    ReportDocument.Section notCovered() {
        List<String> items = new ArrayList<>();
        items.add("Choosing settings by other runs on the same data: each of those runs has a cost of its own, and"
                + " publishing the best of several costs more than the best one alone.");
        items.add(several());
        items.add(
                run.test().isPresent()
                        ? "The test set: loss and accuracy are measured on it without noise, as if it were public."
                        : "A test set: there was none.");
        items.add(
                run.isSizeDeclared()
                        ? "All settings, and the declared size: they are taken as public."
                        : "The number of %s, %d, and all settings: they are taken as public."
                                .formatted(privacy.unit().drawn(), run.data().examples()));
        items.add("Time and memory that the training took, which may depend on the data.");
        items.addAll(run.data().notes());
        run.test()
                .ifPresent(test -> test.notes().stream()
                        .filter(note -> !run.data().notes().contains(note))
                        .forEach(items::add));
        return new ReportDocument.Section("What is not covered", List.of(new ReportBlock.Bullets(items)));
    }

    private String several() {
        return switch (privacy.unit().kind()) {
            case RECORD ->
                "People with several records: the guarantee is for one record; the next section has what is left of it"
                        + " for somebody with several.";
            case DECLARED ->
                "People with more than %d records: that nobody has more was declared, and nobody checked it."
                        .formatted(privacy.unit().records());
            case OWNED ->
                "Who owns which records, and how many there are of each: that is taken as public, and decided which records"
                        + " were used.";
            case CAPPED, CLIPPED_USER ->
                "People behind several users: whoever is named differently in different rows counts as several.";
        };
    }

    private static String neighbours(Adjacency adjacency, PrivacyUnit unit) {
        String all = unit.isUser() ? "all records of a user" : "a record";
        return switch (adjacency) {
            case ADD_OR_REMOVE_ONE -> "of which one has %s that the other lacks".formatted(all);
            case REPLACE_ONE -> unit.isUser() ? "that differ in the records of one user" : "that differ in one record";
            case ZERO_OUT ->
                unit.isUser()
                        ? "of which one has all records of a user where the other has some that contribute nothing"
                        : "of which one has a record where the other has one that contributes nothing";
        };
    }
}

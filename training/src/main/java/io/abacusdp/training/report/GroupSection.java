package io.abacusdp.training.report;

import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.training.noise.TestSeed;
import io.abacusdp.training.trainer.PrivacyRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** What is left of the guarantee for people with several records. */
final class GroupSection {
    private static final int DIGITS = 5;

    private GroupSection() {}

    static ReportDocument.Section of(PrivacyRecord privacy, List<GroupEpsilon> groups) {
        List<List<String>> facts = new ArrayList<>();
        for (GroupEpsilon group : groups) {
            facts.add(List.of(group.records() + " records", words(privacy, group.epsilon())));
        }
        return new ReportDocument.Section(
                "People with several records",
                List.of(
                        new ReportBlock.Paragraph(
                                "The guarantee is for one record, which here is one example. Somebody with several"
                                        + " records among the training data has a weaker one, accounted for all of them"
                                        + " together, at the same delta of "
                                        + SafeFigures.exact(privacy.guarantee().delta())
                                        + "; it is not the epsilon of one"
                                        + " record times their number."),
                        ReportBlock.Table.ofFacts(facts)));
    }

    private static String words(PrivacyRecord privacy, OptionalDouble epsilon) {
        if (epsilon.isEmpty()) {
            return "no epsilon is known for this sampling";
        }
        return epsilon.getAsDouble() == Double.POSITIVE_INFINITY
                ? "no finite epsilon is known"
                : "epsilon " + TestSeed.epsilon(privacy.isSecure(), SafeFigures.up(epsilon.getAsDouble(), DIGITS));
    }
}

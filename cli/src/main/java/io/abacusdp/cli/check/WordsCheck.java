package io.abacusdp.cli.check;

import io.abacusdp.accounting.LargeDelta;
import io.abacusdp.training.data.PrivateRanges;
import io.abacusdp.training.report.GuaranteeSentences;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the report of a training run says in words: its statement follows from its figures, and no warning is missing that must be there. */
final class WordsCheck {
    private final Findings findings;
    private final String file;
    private final JsonFields report;
    private final JsonFields privacy;
    private final JsonFields data;

    WordsCheck(Findings findings, String file, JsonFields report) throws UnreadableException {
        this.findings = findings;
        this.file = file;
        this.report = report;
        this.privacy = report.object("privacy");
        this.data = report.object("data");
    }

    /** Checks the words, and returns those that other files of the run must have as well. */
    StatedWords check() throws UnreadableException {
        List<String> warnings = report.texts("warnings");
        boolean hasPrivateRanges = data.texts("notes").contains(PrivateRanges.NOTE);
        findings.require(
                warnings.contains(PrivateRanges.NOTE) == hasPrivateRanges,
                file,
                "what it says of ranges is the same in notes and warnings",
                "only one of its notes and warnings says that ranges were taken from private data");
        LargeDelta.warning(privacy.delta("delta"), Math.max(1, data.count("examples")))
                .ifPresent(warning -> findings.require(
                        warnings.contains(warning),
                        file,
                        "it warns of its delta",
                        "it does not warn that its delta is too large"));
        List<String> onPages = new ArrayList<>(warnings);
        if (report.has("statement")) {
            List<String> statement = report.texts("statement");
            findings.require(
                    statement.equals(sentences(hasPrivateRanges).lines()),
                    file,
                    "its statement is what its figures say",
                    "its statement is not what its figures say, which is: "
                            + String.join(" ", sentences(hasPrivateRanges).lines()));
            onPages.add(String.join(" ", statement));
        }
        return new StatedWords(
                report.object("settings").has("run") ? report.object("settings").text("run") : "",
                String.join("; ", warnings),
                Optional.of(hasPrivateRanges),
                UnitOfCharges.stated(report.object("settings")).words(),
                onPages);
    }

    private GuaranteeSentences sentences(boolean hasPrivateRanges) throws UnreadableException {
        boolean isSecure = privacy.flag("secure");
        return new GuaranteeSentences(
                UnitOfCharges.stated(report.object("settings")),
                isSecure,
                isSecure ? privacy.number("epsilon") : Double.POSITIVE_INFINITY,
                privacy.delta("delta"),
                privacy.adjacency("adjacency"),
                hasPrivateRanges,
                report.has("size_declared") && report.flag("size_declared"),
                data.count("examples"));
    }
}

package io.abacusdp.cli.check;

import java.util.List;
import java.util.Optional;

/**
 * What a file says of a run in words that bear on privacy.
 *
 * @param run name of the run; empty if it does not say
 * @param warnings all of them in one text, as a model's metadata has them
 * @param hasPrivateRanges whether ranges and categories were taken from the private data; none if it does not say
 * @param unit of privacy; empty if it does not say
 * @param onPages texts that every page for people has to have
 */
record StatedWords(String run, String warnings, Optional<Boolean> hasPrivateRanges, String unit, List<String> onPages) {
    StatedWords {
        onPages = List.copyOf(onPages);
    }

    /** Compares with those of another file of the same run. */
    void compare(StatedWords other, Findings findings, String subject) {
        findings.require(
                run.isEmpty() || other.run.isEmpty() || run.equals(other.run),
                subject,
                "the same run",
                "one is of run %s, and the other of run %s".formatted(run, other.run));
        findings.require(
                warnings.equals(other.warnings),
                subject,
                "the same warnings",
                "the warnings of one are not those of the other");
        findings.require(
                unit.isEmpty() || other.unit.isEmpty() || unit.equals(other.unit),
                subject,
                "the same unit of privacy",
                "the unit of privacy of one is not that of the other");
        if (hasPrivateRanges.isPresent() && other.hasPrivateRanges.isPresent()) {
            findings.require(
                    hasPrivateRanges.equals(other.hasPrivateRanges),
                    subject,
                    "the same word on where ranges came from",
                    "one says that ranges were taken from private data, and the other does not");
        }
    }
}

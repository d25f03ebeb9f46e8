package io.abacusdp.training.checkpoint;

import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.SpendMarks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file of a run's directory that knows of the most charges: its journal, a mark, the name of a checkpoint, a line of a log,
 * or the record of what was released. Each is taken at its word, damaged or not, as a spend that somebody knows of must not be
 * forgotten.
 *
 * @param file its name; empty if nobody knows of any
 * @param charges how many were made at least
 */
record SpendWitnesses(String file, long charges) {
    /** Longer numbers are damage, and no run has so many steps. */
    private static final String NUMBER = "(\\d{1,15})(?!\\d)";

    private static final Pattern JSON = Pattern.compile("\"charged_steps\"\\s*:\\s*" + NUMBER);
    private static final Pattern CSV = Pattern.compile("(?m)^\\d+,\\d+," + NUMBER + ",");
    private static final Pattern RELEASED = Pattern.compile("\"charges\"\\s*:\\s*" + NUMBER);

    static SpendWitnesses of(Path directory) throws IOException {
        SpendWitnesses most = new SpendWitnesses("", 0);
        for (String name : RunFiles.names(directory)) {
            long charges = charges(directory.resolve(name), name);
            if (charges > most.charges) {
                most = new SpendWitnesses(name, charges);
            }
        }
        return most;
    }

    private static long charges(Path file, String name) throws IOException {
        if (CheckpointFiles.isCheckpoint(name)) {
            return CheckpointFiles.charges(name).orElse(0);
        }
        if (SpendMarks.FILES.contains(name)) {
            return SpendMarks.count(text(file)).orElse(0);
        }
        return switch (name) {
            case ChargeJournal.FILE -> text(file).chars().filter(c -> c == '\n').count();
            case RunDirectory.LOG_JSON -> greatest(JSON, text(file));
            case RunDirectory.LOG_CSV -> greatest(CSV, text(file));
            case Release.FOLDER -> greatest(RELEASED, text(file.resolve(Release.RECORD)));
            default -> 0;
        };
    }

    /** Whatever bytes there are, as text. */
    private static String text(Path file) throws IOException {
        return Files.isRegularFile(file) ? new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1) : "";
    }

    private static long greatest(Pattern pattern, String text) {
        long greatest = 0;
        for (Matcher matcher = pattern.matcher(text); matcher.find(); ) {
            greatest = Math.max(greatest, Long.parseLong(matcher.group(1)));
        }
        return greatest;
    }

    /** @throws DamagedFileException if the journal has fewer charges */
    void requireKnownTo(int journal) throws DamagedFileException {
        if (charges > journal) {
            throw new DamagedFileException(
                    "%s holds %d charges, and %s knows of %d: the run was put back to an earlier time"
                            .formatted(ChargeJournal.FILE, journal, file, charges));
        }
    }

    /** The same failure, with the spend that stands. */
    DamagedFileException stands(Path directory, DamagedFileException failure) {
        String spent = charges == 0
                ? "what was spent is not known"
                : "at least %d charges were made, as %s says, and stay spent".formatted(charges, file);
        return new DamagedFileException(
                "the run in %s is not resumed: %s; %s".formatted(directory, failure.getMessage(), spent), failure);
    }
}

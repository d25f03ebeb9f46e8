package io.abacusdp.training.checkpoint;

import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.SpendMarks;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads the files of a run's directory, whatever became of them. */
final class RunFiles {
    private RunFiles() {}

    /** Names of all that is in the directory, in their order; none if it is not there. */
    static List<String> names(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /**
     * The text of a file.
     *
     * @throws DamagedFileException naming it, if it is not there or is no text
     */
    static String text(Path directory, String name) throws IOException {
        try {
            return Files.readString(directory.resolve(name));
        } catch (NoSuchFileException e) {
            throw new DamagedFileException(name + " is missing", e);
        } catch (CharacterCodingException e) {
            throw new DamagedFileException(name + " is damaged: it is no text", e);
        }
    }

    /** Whether a file of that name is one of a run's, of which a directory must not take the place. */
    private static boolean isOfRun(String name) {
        return name.equals(RunDescription.FILE)
                || name.equals(SealKey.FILE)
                || name.equals(ChargeJournal.FILE)
                || name.equals(RunDirectory.LOG_JSON)
                || name.equals(RunDirectory.LOG_CSV)
                || SpendMarks.FILES.contains(name)
                || CheckpointFiles.isCheckpoint(name)
                || RunDirectory.isKeptFile(name);
    }

    /**
     * Refuses links: what a run writes must not go elsewhere, and what it reads must be its own.
     *
     * @throws DamagedFileException naming the first link or, where a file should be, other thing
     */
    static void requirePlain(Path directory) throws IOException {
        for (String name : names(directory)) {
            Path file = directory.resolve(name);
            boolean isPlain = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    || (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) && !isOfRun(name));
            if (!isPlain) {
                throw new DamagedFileException(name + " must be a file, and no link, directory or other thing");
            }
        }
    }
}

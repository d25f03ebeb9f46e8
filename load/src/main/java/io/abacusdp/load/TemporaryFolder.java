package io.abacusdp.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder that is there for as long as something is done in it. */
public final class TemporaryFolder {
    private TemporaryFolder() {}

    /** Something to do in a folder. */
    public interface Work<T> {
        T in(Path folder) throws IOException;
    }

    /** Does it in a new folder, which is deleted afterwards. */
    public static <T> T use(Work<T> work) {
        try {
            Path folder = Files.createTempDirectory("abacus-bench");
            try {
                return work.in(folder);
            } finally {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
        } catch (IOException | UncheckedIOException e) {
            throw new LoadFailedException("files of the temporary directory failed: " + e, e);
        }
    }
}

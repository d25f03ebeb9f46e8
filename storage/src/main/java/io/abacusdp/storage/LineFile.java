package io.abacusdp.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Lines of text that are only ever added, for people and plots: they are not flushed to the disk, and what was spent is never
 * kept in them. Nobody but the file's owner may read it.
 */
public final class LineFile {
    private static final Set<StandardOpenOption> OPTIONS =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);

    private LineFile() {}

    /** Whether there is no line yet, so that a table needs its header. */
    public static boolean isEmpty(Path file) {
        try {
            return Files.notExists(file) || Files.size(file) == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Adds a line, all of it or nothing. A last line without its end, which a crash left, is cut off first.
     *
     * @throws IOException naming the file and the reason; then the lines before are all that is there
     */
    public static void append(Path file, String line) throws IOException {
        try (FileChannel channel = FileChannel.open(file, OPTIONS, OwnerOnly.file(file))) {
            long end = endOfLines(channel);
            channel.truncate(end);
            try {
                channel.position(end);
                new WholeWrites(channel).write((line + '\n').getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                channel.truncate(end);
                throw e;
            }
        } catch (IOException e) {
            throw new IOException("the file %s could not be written: %s".formatted(file, DurableFile.reason(e)), e);
        }
    }

    private static long endOfLines(FileChannel channel) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        for (long end = channel.size(); end > 0; end--) {
            one.clear();
            if (channel.read(one, end - 1) == 1 && one.get(0) == '\n') {
                return end;
            }
        }
        return 0;
    }
}

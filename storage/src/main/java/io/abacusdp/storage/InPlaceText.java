package io.abacusdp.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * A short text in a private file, written over in place by others of the same length. That is cheap enough for every step of a
 * training: a write of a hundred bytes, and no flush.
 *
 * <p>Once {@link #write} has returned, the text outlives the process, however it ends. If the power fails, a text of before may
 * be there, back to the last {@link #flush}.
 *
 * <p>For use by one thread, but for {@link #flush}.
 */
public final class InPlaceText implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;
    private final int length;

    private InPlaceText(Path file, FileChannel channel, int length) {
        this.file = file;
        this.channel = channel;
        this.length = length;
    }

    /** A file with a first text, which is flushed. */
    public static InPlaceText create(Path file, String text) throws IOException {
        DurableFile.replacePrivate(file, text);
        return open(file);
    }

    /** The file as it is; texts have the length of what it holds. */
    public static InPlaceText open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        return new InPlaceText(file, channel, Math.toIntExact(channel.size()));
    }

    /**
     * Writes over what is there.
     *
     * @throws IOException naming the file and the reason
     */
    public void write(String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        if (bytes.remaining() != length) {
            throw new IllegalArgumentException(
                    "%s takes texts of %d bytes, got %d".formatted(file, length, bytes.remaining()));
        }
        try {
            while (bytes.hasRemaining()) {
                if (channel.write(bytes, bytes.position()) <= 0) {
                    throw new IOException(bytes.remaining() + " bytes were not taken");
                }
            }
        } catch (IOException e) {
            throw new IOException("the file %s could not be written: %s".formatted(file, DurableFile.reason(e)), e);
        }
    }

    /**
     * Has the disk take what was written so far, so that it outlives a power failure too. Another thread than the one that writes
     * may call this.
     *
     * @throws IOException naming the file and the reason
     */
    public void flush() throws IOException {
        try {
            channel.force(false);
        } catch (IOException e) {
            throw new IOException("the file %s could not be flushed: %s".formatted(file, DurableFile.reason(e)), e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

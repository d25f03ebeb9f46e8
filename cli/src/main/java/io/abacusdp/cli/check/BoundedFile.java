package io.abacusdp.cli.check;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Reads what a stranger made: regular files of bounded size, and no links within a directory. */
final class BoundedFile {
    /** Reports, checkpoints and descriptions; one of a thousand epochs has a third of a mebibyte. */
    static final long MAX_TEXT = 4L << 20;

    /** Journals, and models of which the numbers are read; a journal of this size has some hundred thousand charges. */
    static final long MAX_SIZE = 64L << 20;

    private BoundedFile() {}

    /** Whether something of that name is there, a link that leads nowhere too. */
    static boolean exists(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Refuses what must not be read.
     *
     * @throws UnreadableException if the file is a link, or no regular file, or larger
     */
    static void require(Path file, long maxSize) throws UnreadableException {
        if (Files.isSymbolicLink(file)) {
            throw new UnreadableException("is a link, and what it leads to was not read");
        }
        requireRegular(file, maxSize);
    }

    /** The same for a file that the user named, who may name it by a link. */
    static void requireRegular(Path file, long maxSize) throws UnreadableException {
        if (!Files.isRegularFile(file)) {
            throw new UnreadableException(Files.exists(file) ? "is no regular file" : "is not there");
        }
        try {
            if (Files.size(file) > maxSize) {
                throw new UnreadableException(
                        "has %d bytes, and more than %d are not read".formatted(Files.size(file), maxSize));
            }
        } catch (IOException e) {
            throw new UnreadableException("cannot be read", e);
        }
    }

    /** The text of a file that passed. */
    static String text(Path file) throws UnreadableException {
        requireRegular(file, MAX_TEXT);
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes((int) MAX_TEXT + 1);
            if (bytes.length > MAX_TEXT) {
                throw new UnreadableException("grew while it was read");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new UnreadableException("is no text in UTF-8", e);
        } catch (IOException e) {
            throw new UnreadableException("cannot be read", e);
        }
    }

    /** The first bytes of a file that passed, fewer if it has fewer. */
    static byte[] start(Path file, int count) throws UnreadableException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(count);
        } catch (IOException e) {
            throw new UnreadableException("cannot be read", e);
        }
    }

    static String name(Path file) {
        Path name = file.getFileName();
        return name == null ? file.toString() : name.toString();
    }
}

package io.abacusdp.training.data;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Files that may be compressed, as their first bytes say, whatever their names. */
final class Gzip {
    private Gzip() {}

    static InputStream open(Path file) throws IOException {
        return open(Files.newInputStream(file));
    }

    static InputStream open(InputStream stream) throws IOException {
        BufferedInputStream bytes = new BufferedInputStream(stream, 1 << 16);
        try {
            bytes.mark(2);
            boolean compressed = bytes.read() == 0x1f && bytes.read() == 0x8b;
            bytes.reset();
            return compressed ? new GZIPInputStream(bytes, 1 << 16) : bytes;
        } catch (IOException e) {
            bytes.close();
            throw e;
        }
    }
}

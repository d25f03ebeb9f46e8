package io.abacusdp.cli.check;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/** Text whose lines are of bounded length: one without an end must not fill the memory of who reads lines. */
final class ShortLines extends FilterReader {
    private final int maxLine;
    private int length;

    ShortLines(Reader in, int maxLine) {
        super(in);
        this.maxLine = maxLine;
    }

    @Override
    public int read() throws IOException {
        char[] one = new char[1];
        return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(char[] buffer, int offset, int count) throws IOException {
        int read = super.read(buffer, offset, count);
        for (int i = offset; i < offset + read; i++) {
            length = buffer[i] == '\n' ? 0 : length + 1;
            if (length > maxLine) {
                throw new IOException("a line is longer than " + maxLine + " characters");
            }
        }
        return read;
    }
}

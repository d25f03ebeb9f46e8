package io.abacusdp.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class WholeWritesTest {
    /** A channel that takes few bytes at a time, and so many in all. */
    private static final class Reluctant implements WritableByteChannel {
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private final int most;

        Reluctant(int most) {
            this.most = most;
        }

        @Override
        public int write(ByteBuffer bytes) {
            int count = Math.min(3, Math.min(bytes.remaining(), most - taken.size()));
            for (int i = 0; i < count; i++) {
                taken.write(bytes.get());
            }
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    @Test
    void write_inParts_writesAll() throws IOException {
        Reluctant channel = new Reluctant(100);
        WholeWrites out = new WholeWrites(channel);
        out.write('<');
        out.write("0123456789".getBytes(StandardCharsets.UTF_8), 1, 8);

        assertThat(channel.taken).hasToString("<12345678");
    }

    @Test
    void write_thatTakesNothing_fails() {
        WholeWrites out = new WholeWrites(new Reluctant(7));

        assertThatIOException().isThrownBy(() -> out.write(new byte[10])).withMessage("3 bytes were not taken");
        assertThatIOException().isThrownBy(out::flush).withMessage("3 bytes were not taken");
        assertThatIOException().isThrownBy(() -> out.write(new byte[0])).withMessage("3 bytes were not taken");
    }
}

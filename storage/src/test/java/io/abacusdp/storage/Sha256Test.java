package io.abacusdp.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Sha256Test {
    /** The example of FIPS 180-2, appendix B.1. */
    @Test
    void ofFile_isThatOfItsBytes(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "abc");

        assertThat(Sha256.ofFile(file)).isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void of_tellsListsApartThatReadTheSameWhenJoined() {
        assertThat(Sha256.of("ab", "c")).isNotEqualTo(Sha256.of("a", "bc")).isNotEqualTo(Sha256.of("abc"));
        assertThat(Sha256.of("ab", "c"))
                .isEqualTo(new Sha256().add("ab").add("c").hex());
    }

    @Test
    void add_ofNumbers_takesAllOfThem() {
        float[] many = new float[5000];
        String zeros = new Sha256().add(many).hex();
        many[4999] = 1;

        assertThat(new Sha256().add(many).hex()).isNotEqualTo(zeros);
    }

    /** RFC 4231, test case 2, whose data are the bits of seven floats. */
    @Test
    void keyed_isHmacSha256() {
        byte[] data = "what do ya want for nothing?".getBytes(StandardCharsets.US_ASCII);
        float[] floats = new float[data.length / Float.BYTES];
        ByteBuffer.wrap(data).asFloatBuffer().get(floats);

        assertThat(Sha256.keyed("Jefe".getBytes(StandardCharsets.US_ASCII))
                        .add(floats)
                        .hex())
                .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    }

    @Test
    void keyed_differsByKeyAndByContent() {
        String one = Sha256.keyed(new byte[] {1}).add("a").hex();
        assertThat(Sha256.keyed(new byte[] {1}).add("a").hex()).isEqualTo(one);
        assertThat(Sha256.keyed(new byte[] {2}).add("a").hex()).isNotEqualTo(one);
        assertThat(Sha256.keyed(new byte[] {1}).add("b").hex()).isNotEqualTo(one);
        assertThat(Sha256.of("a")).isNotEqualTo(one);
    }
}

package io.abacusdp.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafetensorsTest {
    private static final String ENTRY = "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}";

    @TempDir
    private Path directory;

    private Path file(String header, int... data) throws IOException {
        return file(header.getBytes(StandardCharsets.UTF_8), data);
    }

    private Path file(byte[] header, int... data) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(header.length)
                .array());
        bytes.writeBytes(header);
        Arrays.stream(data).forEach(bytes::write);
        return Files.write(directory.resolve("hand.safetensors"), bytes.toByteArray());
    }

    /** Laid out by hand: 1.0 is 3f800000, -2.5 is c0200000 and 0.1 rounded is 3dcccccd, lowest byte first. */
    @Test
    void fileByHand_isRead() throws IOException {
        Path file = file(
                "{\"w\":{\"dtype\":\"F32\",\"shape\":[1,2],\"data_offsets\":[0,8]},"
                        + "\"__metadata__\":{\"format\":\"pt\"},"
                        + "\"b\":{\"shape\":[],\"data_offsets\":[8,12],\"dtype\":\"F32\"},"
                        + "\"none\":{\"dtype\":\"F32\",\"shape\":[0,3],\"data_offsets\":[8,8]}}   ",
                0x00,
                0x00,
                0x80,
                0x3f,
                0x00,
                0x00,
                0x20,
                0xc0,
                0xcd,
                0xcc,
                0xcc,
                0x3d);

        Tensors read = Safetensors.read(file);

        assertThat(read.tensors()).containsOnlyKeys("w", "b", "none");
        assertThat(read.tensor("w").values()).containsExactly(1f, -2.5f);
        assertThat(read.tensor("w").shape()).containsExactly(1, 2);
        assertThat(read.tensor("b").values()).containsExactly(0.1f);
        assertThat(read.tensor("b").shape()).isEmpty();
        assertThat(read.tensor("none").values()).isEmpty();
        assertThat(read.metadata()).containsExactly(Map.entry("format", "pt"));
    }

    @Test
    void writtenFile_hasTheBytesOfTheFormat() throws IOException {
        Path file = directory.resolve("written.safetensors");
        Safetensors.write(file, Tensors.of(Map.of("a", Tensor.of(new float[] {1, -2.5f}, 2)), Map.of("k", "v")));

        byte[] bytes = Files.readAllBytes(file);
        String header =
                "{\"__metadata__\":{\"k\":\"v\"}," + "\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}";
        int length = (header.length() + 7) / 8 * 8;
        assertThat(bytes).hasSize(8 + length + 8);
        assertThat(Arrays.copyOf(bytes, 8)).containsExactly(length, 0, 0, 0, 0, 0, 0, 0);
        assertThat(new String(bytes, 8, length, StandardCharsets.UTF_8))
                .isEqualTo(header + " ".repeat(length - header.length()));
        assertThat(Arrays.copyOfRange(bytes, 8 + length, bytes.length))
                .containsExactly(0x00, 0x00, 0x80, 0x3f, 0x00, 0x00, 0x20, 0xc0);
    }

    @Test
    void roundTrip_keepsEveryBit() throws IOException {
        Random random = new Random(6);
        float[] many = new float[200_001];
        for (int i = 0; i < many.length; i++) {
            many[i] = Float.intBitsToFloat(random.nextInt());
        }
        many[7] = Float.NEGATIVE_INFINITY;
        many[8] = -0f;
        Path file = directory.resolve("round.safetensors");
        Safetensors.write(
                file,
                Tensors.of(
                        Map.of("läyer/0 \"w\"", Tensor.of(many, 3, 66_667), "empty", Tensor.of(new float[0], 4, 0)),
                        Map.of("events", "{\"type\":\"no_op\"}", "", "ü\n")));

        Tensors read = Safetensors.read(file);

        assertThat(read.metadata()).containsOnly(Map.entry("events", "{\"type\":\"no_op\"}"), Map.entry("", "ü\n"));
        assertThat(bits(read.tensor("läyer/0 \"w\"").values())).isEqualTo(bits(many));
        assertThat(read.tensor("läyer/0 \"w\"").shape()).containsExactly(3, 66_667);
        assertThat(read.tensor("empty").shape()).containsExactly(4, 0);
    }

    private static int[] bits(float[] values) {
        return IntStream.range(0, values.length)
                .map(i -> Float.floatToIntBits(values[i]))
                .toArray();
    }

    @Test
    void fileWithoutTensors_isRead() throws IOException {
        Safetensors.write(directory.resolve("nothing"), Tensors.of(Map.of(), Map.of()));

        assertThat(Safetensors.read(directory.resolve("nothing")).tensors()).isEmpty();
    }

    @Test
    void everyTruncation_isRefused() throws IOException {
        Path whole = file(ENTRY, 1, 2, 3, 4);
        byte[] bytes = Files.readAllBytes(whole);
        Safetensors.read(whole);

        for (int length = 0; length < bytes.length; length++) {
            Path cut = Files.write(directory.resolve("cut"), Arrays.copyOf(bytes, length));
            assertThatIOException()
                    .as("the first %d bytes", length)
                    .isThrownBy(() -> Safetensors.read(cut))
                    .withMessageContaining("is no valid safetensors file");
        }
    }

    private void assertRefused(String header, String problem) throws IOException {
        Path file = file(header, 1, 2, 3, 4);
        assertThatIOException()
                .isThrownBy(() -> Safetensors.read(file))
                .withMessageContaining("hand.safetensors is no valid safetensors file: ")
                .withMessageContaining(problem);
    }

    @Test
    void badHeaders_areRefusedByName() throws IOException {
        assertRefused(" " + ENTRY, "its header must begin with {");
        assertRefused("", "its header must begin with {");
        assertRefused("{\"a\":", "must be valid JSON");
        assertRefused(ENTRY + "1", "must be one JSON value");
        assertRefused("{}", "its tensors must have 0 bytes, got 4");
        assertRefused(ENTRY.replace("F32", "F64"), "tensor a must have dtype F32, got \"F64\"");
        assertRefused(ENTRY.replace("\"F32\"", "32"), "tensor a must have dtype F32, got 32");
        assertRefused(ENTRY.replace("[1]", "[2]"), "tensor a of 2 values must have 8 bytes, got 4");
        assertRefused(ENTRY.replace("[1]", "[-1]"), "shape of tensor a must hold whole numbers from 0, got -1");
        assertRefused(ENTRY.replace("[1]", "[1.0]"), "shape of tensor a must hold whole numbers from 0, got 1.0");
        assertRefused(ENTRY.replace("[1]", "1"), "shape of tensor a must be a list");
        assertRefused(ENTRY.replace("[1]", "[4294967296,4294967296]"), "tensor a must have less than 2^31 values");
        assertRefused(ENTRY.replace("[1]", "[2147483647,3]"), "tensor a must have less than 2^31 values");
        assertRefused(ENTRY.replace("[0,4]", "[4,8]"), "tensor a must begin at byte 0, got 4");
        assertRefused(ENTRY.replace("[0,4]", "[0,4,4]"), "tensor a must have two data_offsets, got 3");
        assertRefused(ENTRY.replace("[0,4]", "[4,0]"), "tensor a of 1 values must have 4 bytes, got -4");
        assertRefused(ENTRY.replace("\"shape\"", "\"size\""), "must have [data_offsets, dtype, shape]");
        assertRefused(ENTRY.replace("\"shape\":[1],", ""), "must have [data_offsets, dtype, shape]");
        assertRefused("{\"a\":3}", "must have [data_offsets, dtype, shape], got []");
        assertRefused("{\"__metadata__\":[]}", "__metadata__ must be an object");
        assertRefused("{\"__metadata__\":{\"k\":1}}", "metadata k must be a string");
    }

    @Test
    void duplicates_gapsAndOverlaps_areRefused() throws IOException {
        String a = "\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}";
        assertRefused("{" + a + "," + a + "}", "uplicate");
        String overlap = "\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}";
        assertRefused("{" + a + "," + overlap + "}", "tensor b must begin at byte 4, got 0");
        String gap = "\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[8,12]}";
        assertRefused("{" + a + "," + gap + "}", "tensor b must begin at byte 4, got 8");
    }

    @Test
    void badBytes_areRefused() throws IOException {
        Path notUtf8 = file(new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'});
        assertThatIOException()
                .isThrownBy(() -> Safetensors.read(notUtf8))
                .withMessageContaining("its header must be UTF-8");
        Path negativeLength =
                Files.write(directory.resolve("negative"), new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, '{', '}'});
        assertThatIOException()
                .isThrownBy(() -> Safetensors.read(negativeLength))
                .withMessageContaining("its header must have at most 2 bytes, got 18446744073709551615");
        assertThatIOException()
                .isThrownBy(() -> Safetensors.read(directory.resolve("absent")))
                .isInstanceOf(NoSuchFileException.class);
    }

    /** Whatever is damaged, the answer is the contents or an IOException; seeded, so that a failure can be repeated. */
    @Test
    void damagedFiles_neverFailOtherwise() throws IOException {
        byte[] bytes = Files.readAllBytes(file(ENTRY, 1, 2, 3, 4));
        Random random = new Random(8);
        int refused = 0;
        for (int i = 0; i < 500; i++) {
            byte[] damaged = bytes.clone();
            for (int j = 0; j <= random.nextInt(3); j++) {
                damaged[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            Path file = Files.write(directory.resolve("damaged"), damaged);
            try {
                assertThat(Safetensors.read(file).tensors()).hasSize(1);
            } catch (IOException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(250, 499);
    }

    @Test
    void badContents_areRefusedBeforeAnythingIsWritten() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tensors.of(Map.of("__metadata__", Tensor.of(new float[0], 0)), Map.of()))
                .withMessage("a tensor must not be called __metadata__");
        Tensors large = Tensors.of(Map.of(), Map.of("k", "x".repeat(Safetensors.MAX_HEADER)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Safetensors.write(directory.resolve("large"), large))
                .withMessageContaining("must fit into a header of 16777216 bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tensor.of(new float[3], 2, 2))
                .withMessage("shape [2, 2] must hold 3 values, holds 4");
        assertThatIllegalArgumentException().isThrownBy(() -> Tensor.of(new float[1], -1, -1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tensors.of(Map.of("a", Tensor.of(new float[1])), Map.of())
                        .tensor("b"))
                .withMessage("there is no tensor b, only [a]");
        assertThat(Tensor.of(new float[6], 2, 3)).hasToString("tensor of shape [2, 3]");
        assertThat(directory).isEmptyDirectory();
    }
}

package io.abacusdp.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.abacusdp.training.data.ExampleFormat.Pixels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdxFilesTest {
    /** Two pictures of 1 × 3 pixels. */
    private static final int[] IMAGES = {0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 3, 0, 51, 255, 1, 2, 128};

    private static final int[] LABELS = {0, 0, 8, 1, 0, 0, 0, 2, 9, 0};

    @TempDir
    private Path directory;

    private void write(String name, int... bytes) throws IOException {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        Arrays.stream(bytes).forEach(stream::write);
        Files.write(directory.resolve(name), stream.toByteArray());
    }

    private void compress(String name) throws IOException {
        byte[] bytes = Files.readAllBytes(directory.resolve(name));
        Files.delete(directory.resolve(name));
        try (GZIPOutputStream gzip = new GZIPOutputStream(Files.newOutputStream(directory.resolve(name + ".gz")))) {
            gzip.write(bytes);
        }
    }

    @BeforeEach
    void writeAll() throws IOException {
        write("train-images-idx3-ubyte", IMAGES);
        write("train-labels.idx1-ubyte", LABELS);
        write("t10k-images.idx3-ubyte", IMAGES);
        write("t10k-labels-idx1-ubyte", LABELS);
        compress("t10k-images.idx3-ubyte");
        compress("t10k-labels-idx1-ubyte");
    }

    @Test
    void filesPlainOrCompressed_withDotsOrHyphens_areRead() throws IOException {
        TrainTestSplit split = IdxFiles.read("small", directory, 10, Pixels.FROM_0_TO_1);

        assertThat(split.train()).hasToString("small train: 2 examples of shape [1, 3, 1]");
        assertThat(split.test()).hasToString("small test: 2 examples of shape [1, 3, 1]");
        assertThat(split.test().fingerprint()).isEqualTo(split.train().fingerprint());
        float[] pictures = new float[6];
        split.test().copyFeatures(0, pictures, 0);
        split.test().copyFeatures(1, pictures, 3);
        assertThat(pictures).containsExactly(0, 0.2f, 1, 1 / 255f, 2 / 255f, 128 / 255f);
        assertThat(split.train().target(0)).isEqualTo(9);
        assertThat(split.train().target(1)).isEqualTo(0);
        assertThat(split.train().classes()).isEqualTo(10);
    }

    @Test
    void pixels_centred_areFromMinus1To1() throws IOException {
        TrainTestSplit split = IdxFiles.read("small", directory, 10, Pixels.FROM_MINUS_1_TO_1);

        float[] picture = new float[3];
        split.train().copyFeatures(0, picture, 0);
        assertThat(picture).containsExactly(-1, -0.6f, 1);
    }

    private void assertRefused(String problem) {
        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> IdxFiles.read("small", directory, 10, Pixels.FROM_0_TO_1))
                .withMessageContaining(problem);
    }

    private static int[] with(int[] bytes, int index, int value) {
        int[] changed = bytes.clone();
        changed[index] = value;
        return changed;
    }

    @Test
    void badImages_areRefusedByName() throws IOException {
        String name = "train-images-idx3-ubyte";
        write(name, with(IMAGES, 2, 13));
        assertRefused(name + " must begin with 0x00000803 (unsigned bytes in 3 dimensions)");
        write(name, LABELS);
        assertRefused("must begin with 0x00000803 (unsigned bytes in 3 dimensions)");
        write(name, 0, 0);
        assertRefused("must begin with 0x00000803 (unsigned bytes in 3 dimensions)");
        write(name, Arrays.copyOf(IMAGES, 15));
        assertRefused(name + " ends within its head");
        write(name, Arrays.copyOf(IMAGES, IMAGES.length - 1));
        assertRefused(name + " must have 6 values after its head, got 5");
        write(name, Arrays.copyOf(IMAGES, IMAGES.length + 1));
        assertRefused(name + " must have 6 values after its head, got more");
        write(name, with(IMAGES, 15, 0));
        assertRefused("dimension 2 must be at least 1, and all together less than 2^31 values");
        write(name, with(IMAGES, 4, 127));
        assertRefused("dimension 2 must be at least 1, and all together less than 2^31 values");
        write(name, with(IMAGES, 4, 255));
        assertRefused("dimension 0 must be at least 1");
        Files.delete(directory.resolve(name));
        assertRefused("must have one of the files train-images-idx3-ubyte, train-images-idx3-ubyte.gz, "
                + "train-images.idx3-ubyte, train-images.idx3-ubyte.gz");
    }

    @Test
    void badLabels_areRefusedByName() throws IOException {
        write("train-labels.idx1-ubyte", with(LABELS, 9, 10));
        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> IdxFiles.read("small", directory, 10, Pixels.FROM_0_TO_1))
                .withMessageEndingWith(": label 1 must be from 0 to 9")
                .satisfies(e -> assertThat(e.found()).hasValue("10"));
        write("train-labels.idx1-ubyte", Arrays.copyOf(with(LABELS, 7, 1), 9));
        assertRefused("has 2 pictures, but");
    }

    @Test
    void truncatedCompression_isRefused() throws IOException {
        Path file = directory.resolve("t10k-images.idx3-ubyte.gz");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 9));

        assertRefused("must be compressed with gzip in whole");
    }

    /** The real files, where the environment has them; MNIST begins with a 5 and its test with a 7. */
    @Test
    void mnist_isRead() throws IOException {
        String data = System.getenv("ABACUS_MNIST");
        assumeTrue(data != null, "set ABACUS_MNIST to the folder with the four files to run this test");
        TrainTestSplit mnist = IdxFiles.read("mnist", Path.of(data), 10, Pixels.FROM_0_TO_1);

        assertThat(mnist.train()).hasToString("mnist train: 60000 examples of shape [28, 28, 1]");
        assertThat(mnist.test()).hasToString("mnist test: 10000 examples of shape [28, 28, 1]");
        assertThat(mnist.train().target(0)).isEqualTo(5);
        assertThat(mnist.test().target(0)).isEqualTo(7);
    }
}

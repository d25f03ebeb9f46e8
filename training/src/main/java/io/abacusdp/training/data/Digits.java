package io.abacusdp.training.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Small pictures of handwritten digits that come with this library, to try it out: 1,797 pictures of 8 × 8 pixels, each
 * from 0 to 16 and divided by 16.
 *
 * <p>Source: Alpaydin, Kaynak 1998, Optical Recognition of Handwritten Digits, UCI Machine Learning Repository,
 * doi:10.24432/C50P49, CC BY 4.0; see digits.NOTICE.txt beside the data.
 *
 * <p>Limits: of every fifty pictures in the file's order, the last ten are for testing; the same thirteen writers are in both
 * parts.
 */
public final class Digits {
    private static final int PIXELS = 64;
    private static final int SIDE = 8;
    private static final int MOST = 16;

    private Digits() {}

    /** 1,440 pictures to learn from and 357 to test with, always the same. */
    public static TrainTestSplit load() {
        Dataset all = all();
        int[] train = IntStream.range(0, all.size()).filter(i -> i % 50 < 40).toArray();
        int[] test = IntStream.range(0, all.size()).filter(i -> i % 50 >= 40).toArray();
        return new TrainTestSplit(all.rows("digits train", train), all.rows("digits test", test));
    }

    private static Dataset all() {
        CsvTable table = table();
        ExampleFormat.Pictures source = new ExampleFormat.Pictures(MOST, ExampleFormat.Pixels.FROM_0_TO_1);
        float[] features = new float[table.size() * PIXELS];
        float[] targets = new float[table.size()];
        for (int row = 0; row < table.size(); row++) {
            for (int pixel = 0; pixel < PIXELS; pixel++) {
                features[row * PIXELS + pixel] = source.scale(Integer.parseInt(table.value(row, pixel)));
            }
            targets[row] = Integer.parseInt(table.value(row, PIXELS));
        }
        List<String> names = IntStream.range(0, 10).mapToObj(Integer::toString).toList();
        return new Dataset("digits", new int[] {SIDE, SIDE, 1}, features, targets, names.size(), List.of())
                .described(new ExampleFormat(source, List.of(SIDE, SIDE, 1), names, Features.PLAIN));
    }

    private static CsvTable table() {
        try (InputStream stream = Digits.class.getResourceAsStream("digits.csv.gz")) {
            if (stream == null) {
                throw new IllegalStateException("digits.csv.gz is missing from this library");
            }
            return CsvTable.read("digits.csv.gz", stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

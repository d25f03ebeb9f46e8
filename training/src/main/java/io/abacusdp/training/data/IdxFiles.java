package io.abacusdp.training.data;

import io.abacusdp.training.data.ExampleFormat.Pixels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Pictures and labels in the four files of MNIST and of data sets made after it, plain or compressed with gzip. Pixels are
 * scaled from their public range, 0 to 255.
 */
public final class IdxFiles {
    private IdxFiles() {}

    private static final int MOST = 255;

    /** The two parts of such a data set. */
    public enum Part {
        TRAIN("train"),
        TEST("t10k");

        private final String prefix;

        Part(String prefix) {
            this.prefix = prefix;
        }
    }

    /** The same with classes that are named by their numbers. */
    public static TrainTestSplit read(String name, Path directory, int classes, Pixels pixels) throws IOException {
        return read(
                name,
                directory,
                IntStream.range(0, classes).mapToObj(Integer::toString).toList(),
                pixels);
    }

    /**
     * Reads train-images-idx3-ubyte, train-labels-idx1-ubyte and the two that begin with t10k, with a dot or a hyphen before
     * idx, with or without .gz.
     *
     * @param classNames of the public classes; labels are from 0
     * @throws InvalidDataException if a file is missing or is not exactly what it must be
     */
    public static TrainTestSplit read(String name, Path directory, List<String> classNames, Pixels pixels)
            throws IOException {
        return new TrainTestSplit(
                readPart(name + " train", directory, Part.TRAIN, classNames, pixels),
                readPart(name + " test", directory, Part.TEST, classNames, pixels));
    }

    /**
     * Reads one part, which needs two of the files.
     *
     * @param classNames of the public classes; labels are from 0
     * @throws InvalidDataException if a file is missing or is not exactly what it must be
     */
    public static Dataset readPart(String name, Path directory, Part part, List<String> classNames, Pixels pixels)
            throws IOException {
        Path imageFile = find(directory, part.prefix + "-images", "idx3-ubyte");
        Path labelFile = find(directory, part.prefix + "-labels", "idx1-ubyte");
        IdxArray images = IdxArray.read(imageFile, 3);
        IdxArray labels = IdxArray.read(labelFile, 1);
        if (images.size(0) != labels.size(0)) {
            throw new InvalidDataException(imageFile + " has " + images.size(0) + " pictures, but " + labelFile
                    + " has " + labels.size(0) + " labels");
        }
        ExampleFormat.Pictures source = new ExampleFormat.Pictures(MOST, pixels);
        float[] features = new float[images.count()];
        for (int i = 0; i < features.length; i++) {
            features[i] = source.scale(images.value(i));
        }
        int classes = classNames.size();
        float[] targets = new float[labels.count()];
        for (int i = 0; i < targets.length; i++) {
            int label = labels.value(i);
            if (label >= classes) {
                throw new InvalidDataException(
                        labelFile + ": label " + i + " must be from 0 to " + (classes - 1), Integer.toString(label));
            }
            targets[i] = label;
        }
        int[] shape = {images.size(1), images.size(2), 1};
        ExampleFormat format =
                new ExampleFormat(source, List.of(shape[0], shape[1], shape[2]), classNames, Features.PLAIN);
        return new Dataset(name, shape, features, targets, classes, List.of()).described(format);
    }

    private static Path find(Path directory, String begin, String end) throws InvalidDataException {
        List<String> names = new ArrayList<>();
        for (String separator : List.of("-", ".")) {
            for (String suffix : List.of("", ".gz")) {
                names.add(begin + separator + end + suffix);
            }
        }
        for (String name : names) {
            if (Files.isRegularFile(directory.resolve(name))) {
                return directory.resolve(name);
            }
        }
        throw new InvalidDataException(directory + " must have one of the files " + String.join(", ", names));
    }
}

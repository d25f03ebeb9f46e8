package io.abacusdp.training.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Pictures and labels in the four files of MNIST and of data sets made after it, plain or compressed with gzip. Pixels are
 * scaled from their public range, 0 to 255.
 */
public final class IdxFiles {
    /** What pixels are scaled to. */
    public enum Pixels {
        /** Black is 0, which suits thin strokes on black. */
        FROM_0_TO_1,
        /** Grey is 0, which suits pictures that fill their frame: centred features are learned in fewer steps. */
        FROM_MINUS_1_TO_1
    }

    private IdxFiles() {}

    /**
     * Reads train-images-idx3-ubyte, train-labels-idx1-ubyte and the two that begin with t10k, with a dot or a hyphen before
     * idx, with or without .gz.
     *
     * @param classes the public number of classes; labels are from 0
     * @throws InvalidDataException if a file is missing or is not exactly what it must be
     */
    public static TrainTestSplit read(String name, Path directory, int classes, Pixels pixels) throws IOException {
        return new TrainTestSplit(
                read(name + " train", directory, "train", classes, pixels),
                read(name + " test", directory, "t10k", classes, pixels));
    }

    private static Dataset read(String name, Path directory, String part, int classes, Pixels pixels)
            throws IOException {
        Path imageFile = find(directory, part + "-images", "idx3-ubyte");
        Path labelFile = find(directory, part + "-labels", "idx1-ubyte");
        IdxArray images = IdxArray.read(imageFile, 3);
        IdxArray labels = IdxArray.read(labelFile, 1);
        if (images.size(0) != labels.size(0)) {
            throw new InvalidDataException(imageFile + " has " + images.size(0) + " pictures, but " + labelFile
                    + " has " + labels.size(0) + " labels");
        }
        float[] features = new float[images.count()];
        for (int i = 0; i < features.length; i++) {
            features[i] = pixels == Pixels.FROM_0_TO_1 ? images.value(i) / 255f : images.value(i) / 127.5f - 1;
        }
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
        return new Dataset(name, shape, features, targets, classes, List.of());
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

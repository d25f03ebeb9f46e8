package io.abacusdp.training.checkpoint;

import io.abacusdp.training.store.Safetensors;
import io.abacusdp.training.store.Tensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The last two checkpoints of a run, each with a hash over itself and the hash of the journal at its time. If the last one is
 * damaged, the one before is taken: the model loses some steps, and their charges stay.
 */
final class CheckpointFiles {
    private static final String PREFIX = "checkpoint-";
    private static final String SUFFIX = ".safetensors";
    private static final int KEPT = 2;

    private final Path directory;
    private final String run;

    CheckpointFiles(Path directory, String run) {
        this.directory = directory;
        this.run = run;
    }

    void write(Checkpoint checkpoint, ChargeJournal journal) throws IOException {
        Map<String, String> metadata = new TreeMap<>();
        metadata.put("run", run);
        metadata.put("step", Long.toString(checkpoint.step()));
        metadata.put("charges", Integer.toString(checkpoint.charges()));
        metadata.put("clipping_norm", Double.toString(checkpoint.clippingNorm()));
        metadata.put("journal", journal.hash(checkpoint.charges()));
        metadata.put("sha256", hash(Tensors.of(checkpoint.tensors(), metadata)));
        Path file = directory.resolve(PREFIX + "%012d".formatted(checkpoint.charges()) + SUFFIX);
        Safetensors.write(file, Tensors.of(checkpoint.tensors(), metadata));
        List<Path> files = newestFirst();
        for (Path old : files.subList(Math.min(KEPT, files.size()), files.size())) {
            Files.deleteIfExists(old);
        }
    }

    /**
     * The newest checkpoint that is whole.
     *
     * @param problems told of each that is not
     * @throws DamagedRunException if none is whole, or if one knows of charges that the journal lacks
     */
    Checkpoint newest(ChargeJournal journal, Consumer<String> problems) throws IOException {
        for (Path file : newestFirst()) {
            Checkpoint checkpoint;
            Tensors contents;
            try {
                contents = Safetensors.read(file);
                checkpoint = whole(contents);
            } catch (IOException | IllegalArgumentException e) {
                problems.accept("%s is damaged (%s); the checkpoint before it is used, and nothing spent is forgotten"
                        .formatted(file.getFileName(), e.getMessage()));
                continue;
            }
            if (checkpoint.charges() > journal.charges().size()
                    || !journal.hash(checkpoint.charges())
                            .equals(contents.metadata().get("journal"))) {
                throw new DamagedRunException(
                        "%s was made after %d charges that the journal of this run does not hold; what was spent is not known"
                                .formatted(file, checkpoint.charges()));
            }
            return checkpoint;
        }
        throw new DamagedRunException("no checkpoint in %s is whole: the model is lost, and %d steps are spent"
                .formatted(directory, journal.charges().size()));
    }

    private Checkpoint whole(Tensors contents) throws DamagedRunException {
        Map<String, String> metadata = new TreeMap<>(contents.metadata());
        String hash = metadata.remove("sha256");
        if (!hash(Tensors.of(contents.tensors(), metadata)).equals(hash)) {
            throw new DamagedRunException("its hash is not that of its contents");
        }
        if (!run.equals(metadata.get("run"))) {
            throw new DamagedRunException("it is of another run");
        }
        return new Checkpoint(
                Long.parseLong(field(metadata, "step")),
                Integer.parseInt(field(metadata, "charges")),
                Double.parseDouble(field(metadata, "clipping_norm")),
                contents.tensors());
    }

    private static String field(Map<String, String> metadata, String name) throws DamagedRunException {
        String value = metadata.get(name);
        if (value == null) {
            throw new DamagedRunException("it has no " + name);
        }
        return value;
    }

    private static String hash(Tensors contents) {
        Sha256 sha = new Sha256();
        contents.metadata().forEach((key, value) -> sha.add(key).add(value));
        contents.tensors().forEach((name, tensor) -> sha.add(name).add(tensor.values()));
        return sha.hex();
    }

    private List<Path> newestFirst() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> isCheckpoint(file.getFileName().toString()))
                    .sorted(Comparator.reverseOrder())
                    .toList();
        }
    }

    private static boolean isCheckpoint(String name) {
        return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
    }
}

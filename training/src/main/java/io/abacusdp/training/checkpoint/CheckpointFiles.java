package io.abacusdp.training.checkpoint;

import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.Safetensors;
import io.abacusdp.storage.Sha256;
import io.abacusdp.storage.Tensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The last two checkpoints of a run, each with a hash over itself and the hash of the journal at its time. If the last one is
 * damaged, the one before is taken: the model loses some steps, and their charges stay.
 */
final class CheckpointFiles {
    private static final String PREFIX = "checkpoint-";
    private static final String SUFFIX = ".safetensors";
    private static final int KEPT = 2;

    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{12})" + Pattern.quote(SUFFIX));

    private final Path directory;
    private final String run;

    CheckpointFiles(Path directory, String run) {
        this.directory = directory;
        this.run = run;
    }

    static boolean isCheckpoint(String name) {
        return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
    }

    /** The number of charges in the name of a checkpoint. */
    static OptionalLong charges(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }

    /** The name of the checkpoint after so many charges. */
    private static String name(int charges) {
        return PREFIX + "%012d".formatted(charges) + SUFFIX;
    }

    void write(Checkpoint checkpoint, ChargeJournal journal) throws IOException {
        Map<String, String> metadata = new TreeMap<>();
        metadata.put("run", run);
        metadata.put("step", Long.toString(checkpoint.step()));
        metadata.put("charges", Integer.toString(checkpoint.charges()));
        metadata.put("clipping_norm", Double.toString(checkpoint.clippingNorm()));
        metadata.put("journal", journal.hash(checkpoint.charges()));
        metadata.put("sha256", hash(Tensors.of(checkpoint.tensors(), metadata)));
        Path file = directory.resolve(name(checkpoint.charges()));
        Safetensors.writePrivate(file, Tensors.of(checkpoint.tensors(), metadata));
        List<String> files = newestFirst();
        for (String old : files.subList(Math.min(KEPT, files.size()), files.size())) {
            Files.deleteIfExists(directory.resolve(old));
        }
    }

    /**
     * The newest checkpoint that is whole.
     *
     * @param hashes of the journal, from no charge to all
     * @param problems told of each that is not whole, in words that may be published
     * @throws DamagedFileException if none is whole, or if one knows of charges that the journal lacks
     */
    Checkpoint newest(List<String> hashes, Consumer<String> problems) throws IOException {
        for (String name : newestFirst()) {
            Checkpoint checkpoint;
            Tensors contents;
            try {
                contents = Safetensors.read(directory.resolve(name));
                checkpoint = whole(name, contents);
            } catch (IOException | IllegalArgumentException e) {
                problems.accept(name + " is damaged; the checkpoint before it is used, and nothing spent is forgotten");
                continue;
            }
            if (checkpoint.charges() >= hashes.size()
                    || !hashes.get(checkpoint.charges())
                            .equals(contents.metadata().get("journal"))) {
                throw new DamagedFileException("%s was made after %d charges that the journal of this run does not hold"
                        .formatted(name, checkpoint.charges()));
            }
            return checkpoint;
        }
        List<String> files = newestFirst();
        throw new DamagedFileException("no checkpoint is whole, and the model is lost; "
                + (files.isEmpty() ? "there is no file checkpoint-*.safetensors" : "damaged are " + files));
    }

    private Checkpoint whole(String name, Tensors contents) throws DamagedFileException {
        Map<String, String> metadata = new TreeMap<>(contents.metadata());
        String hash = metadata.remove("sha256");
        if (!hash(Tensors.of(contents.tensors(), metadata)).equals(hash)) {
            throw new DamagedFileException("its hash is not that of its contents");
        }
        if (!run.equals(metadata.get("run"))) {
            throw new DamagedFileException("it is of another run");
        }
        int charges = Integer.parseInt(field(metadata, "charges"));
        if (!name.equals(name(charges))) {
            throw new DamagedFileException("it is of another time of the run");
        }
        return new Checkpoint(
                Long.parseLong(field(metadata, "step")),
                charges,
                Double.parseDouble(field(metadata, "clipping_norm")),
                contents.tensors());
    }

    private static String field(Map<String, String> metadata, String name) throws DamagedFileException {
        String value = metadata.get(name);
        if (value == null) {
            throw new DamagedFileException("it has no " + name);
        }
        return value;
    }

    private static String hash(Tensors contents) {
        Sha256 sha = new Sha256();
        contents.metadata().forEach((key, value) -> sha.add(key).add(value));
        contents.tensors().forEach((name, tensor) -> sha.add(name).add(tensor.values()));
        return sha.hex();
    }

    private List<String> newestFirst() throws IOException {
        return RunFiles.names(directory).stream()
                .filter(CheckpointFiles::isCheckpoint)
                .sorted(Comparator.reverseOrder())
                .toList();
    }
}

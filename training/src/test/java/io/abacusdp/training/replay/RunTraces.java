package io.abacusdp.training.replay;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Everything that a run left behind, by name: its files, and what it told. Times, keys and identities differ from run to run; what
 * two runs on the same data have in common, and one on a neighbour has not, comes from the data past the noise.
 */
public final class RunTraces {
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^A-Za-z0-9.+_-]+");

    private final SortedMap<String, List<String>> words = new TreeMap<>();

    /** Takes all files of a directory. */
    public RunTraces files(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                text(
                        directory.relativize(file).toString(),
                        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return this;
    }

    /** Takes something that was told. */
    public RunTraces text(String name, String text) {
        words.computeIfAbsent(name, none -> new ArrayList<>()).addAll(Arrays.asList(BETWEEN_WORDS.split(text, -1)));
        return this;
    }

    /**
     * What tells the neighbour apart.
     *
     * @param again another run on the data of this one
     * @param neighbour a run on the neighbour that released the same
     */
    public List<String> leaks(RunTraces again, RunTraces neighbour) {
        List<String> leaks = new ArrayList<>();
        if (!words.keySet().equals(neighbour.words.keySet())) {
            leaks.add("files %s, and of the neighbour %s".formatted(words.keySet(), neighbour.words.keySet()));
        }
        words.forEach((name, mine) -> {
            List<String> repeated = again.words.getOrDefault(name, List.of());
            List<String> other = neighbour.words.getOrDefault(name, List.of());
            if (mine.size() == repeated.size() && mine.size() != other.size()) {
                leaks.add("%s has %d words, and of the neighbour %d".formatted(name, mine.size(), other.size()));
            }
            for (int i = 0; i < Math.min(mine.size(), Math.min(repeated.size(), other.size())); i++) {
                if (mine.get(i).equals(repeated.get(i)) && !mine.get(i).equals(other.get(i))) {
                    leaks.add("%s: %s, and of the neighbour %s".formatted(name, mine.get(i), other.get(i)));
                }
            }
        });
        return leaks;
    }
}

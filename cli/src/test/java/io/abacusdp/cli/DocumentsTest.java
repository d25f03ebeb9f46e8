package io.abacusdp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Documents name classes that are there; docs/guarantee.md has a test for every step. */
class DocumentsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)`");

    static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
            // The page of events is made from their catalogue, and names no classes.
            return files.filter(file -> file.toString().endsWith(".md") && !file.endsWith("events.md"))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyClassThatIsNamed_isThere(Path document) throws IOException {
        Set<String> sources;
        try (Stream<Path> files = Files.find(
                ROOT, 20, (file, attributes) -> file.getFileName().toString().endsWith(".java"))) {
            sources = files.map(file -> file.getFileName().toString().replace(".java", ""))
                    .collect(Collectors.toSet());
        }
        List<String> named = classes(Files.readString(document));
        assertThat(named).hasSizeGreaterThan(10);
        assertThat(sources).containsAll(named);
    }

    @Test
    void everyStep_hasATest() throws IOException {
        List<String> steps = Files.readAllLines(ROOT.resolve("docs/guarantee.md")).stream()
                .dropWhile(line -> !line.equals("## From a record to a release"))
                .takeWhile(line -> !line.equals("## The argument in one piece"))
                .filter(line -> line.startsWith("| "))
                .skip(1)
                .toList();
        assertThat(steps).hasSizeGreaterThan(10).allSatisfy(step -> {
            String[] cells = step.split(" \\| ", -1);
            assertThat(cells).hasSize(4);
            assertThat(classes(cells[3])).isNotEmpty().allMatch(name -> name.endsWith("Test"));
        });
    }

    private static List<String> classes(String text) {
        return CLASS.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .distinct()
                .toList();
    }
}

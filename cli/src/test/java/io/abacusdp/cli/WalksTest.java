package io.abacusdp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files that the walks of ARCHITECTURE.md name, against the classes of a process that takes the walk. */
@Tag("slow")
class WalksTest {
    /** Package and file of a class that was initialised: one that is only looked at is not passed by the walk. */
    private static final Pattern PASSED = Pattern.compile("Initializing '(io/abacusdp[\\w/]*)/(\\w+)");

    /** What is generated from messages is not ours to explain. */
    private static final String GENERATED = "io/abacusdp/federated/net/v1";

    @TempDir
    private Path folder;

    static Set<String> headings() throws IOException {
        return ArchitectureMap.read().walks().keySet();
    }

    @Test
    void everyWalk_namesItsFiles() throws IOException {
        List<String> sections = Files.readString(Path.of("..", "ARCHITECTURE.md"))
                .lines()
                .filter(line -> line.startsWith("## From "))
                .map(line -> line.substring("## ".length()))
                .toList();
        assertThat(headings()).containsExactlyElementsOf(sections).hasSizeGreaterThan(4);
    }

    @ParameterizedTest
    @MethodSource("headings")
    void walk_passesTheFilesThatItNames_andNamesOneOfEachPackageThatItPasses(String heading) throws Exception {
        List<String> named = ArchitectureMap.read().walks().getOrDefault(heading, List.of());
        Path log = folder.resolve("passed");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:disable",
                        "-Xlog:class+init=info:file=" + log,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Walk.class.getName(),
                        heading,
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        assertThat(process.waitFor())
                .as(Files.readString(folder.resolve("out")))
                .isZero();

        Set<String> classes = new TreeSet<>();
        Set<String> packages = new TreeSet<>();
        Set<String> packagesOfNamed = new TreeSet<>();
        for (String line : Files.readAllLines(log)) {
            Matcher matcher = PASSED.matcher(line);
            if (matcher.find()
                    && !matcher.group(1).equals(GENERATED)
                    && !matcher.group(2).equals("Walk")) {
                packages.add(matcher.group(1));
                classes.add(matcher.group(2));
                if (named.contains(matcher.group(2))) {
                    packagesOfNamed.add(matcher.group(1));
                }
            }
        }
        assertThat(classes).as(heading).containsAll(named);
        assertThat(packagesOfNamed).as(heading).containsExactlyElementsOf(packages);
    }
}

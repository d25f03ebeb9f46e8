package io.abacusdp.cli.federated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** README's recipe for a federation of several machines, run by a shell as it is written, but for the number of the port. */
@Tag("slow")
class FederationRecipeTest {
    @TempDir
    private Path home;

    private static String recipe() throws IOException {
        Matcher block =
                Pattern.compile("(?sm)^```bash\n(HOST=.*?)^```$").matcher(Files.readString(Path.of("..", "README.md")));
        assertThat(block.find()).isTrue();
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String written = block.group(1);
            assertThat(written).contains("\nPORT=8322\n");
            return written.replace("\nPORT=8322\n", "\nPORT=" + free.getLocalPort() + "\n");
        }
    }

    /** In place of the launcher, which would build first. */
    private void writeLauncher() throws IOException {
        Path launcher = home.resolve("abacus");
        Files.writeString(
                launcher,
                "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 --add-modules jdk.incubator.vector -cp '%s' io.abacusdp.cli.Abacus \"$@\"\n"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void theRecipeOfTheReadme_trainsAModel() throws Exception {
        writeLauncher();
        Path output = home.resolve("output.txt");
        Process shell = new ProcessBuilder("sh", "-e", "-c", recipe())
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();

        assertThat(shell.waitFor()).as(Files.readString(output)).isZero();

        String said = Files.readString(output);
        assertThat(said.lines().filter("finished all rounds were made"::equals))
                .as(said)
                .hasSize(3);
        assertThat(said.lines())
                .as(said)
                .contains("style hybrid", "rounds 5")
                .noneMatch(line -> line.contains("declines"));
        assertThat(home.resolve("run-1")).isDirectoryRecursivelyContaining("glob:**/model.safetensors");
    }
}

package io.abacusdp.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class OwnerOnlyTest {
    @TempDir
    private Path home;

    @Test
    void privateFiles_areTheOwnersFromTheBeginning() throws IOException {
        DurableFile.replacePrivate(home.resolve("text"), "a");
        DurableFile.createPrivate(home.resolve("key"), "a");
        Safetensors.writePrivate(home.resolve("model"), Tensors.of(Map.of("x", Tensor.of(new float[1], 1)), Map.of()));
        ChainedLog.create(home.resolve("log"), "run").close();
        LineFile.append(home.resolve("lines"), "a");
        InPlaceText.create(home.resolve("mark"), "a").close();
        OwnerOnly.makeDirectory(home.resolve("parent").resolve("private"));
        DirectoryLock.take(home.resolve("parent").resolve("private")).close();

        for (String name : new String[] {"text", "key", "model", "log", "lines", "mark", "parent/private/lock"}) {
            assertThat(mode(home.resolve(name))).as(name).isEqualTo("rw-------");
        }
        assertThat(mode(home.resolve("parent").resolve("private"))).isEqualTo("rwx------");
    }

    @Test
    void replacePrivate_ofAFileThatOthersMayRead_takesThatFromThem() throws IOException {
        Path file = home.resolve("text");
        Files.writeString(file, "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        DurableFile.replacePrivate(file, "new");

        assertThat(mode(file)).isEqualTo("rw-------");
    }

    @Test
    void replacePrivate_ofALink_takesItsPlaceAndLeavesAloneWhereItLeads() throws IOException {
        Path elsewhere = home.resolve("elsewhere");
        Files.writeString(elsewhere, "old");
        Path link = Files.createSymbolicLink(home.resolve("link"), elsewhere);

        DurableFile.replacePrivate(link, "new");

        assertThat(Files.readString(elsewhere)).isEqualTo("old");
        assertThat(Files.isSymbolicLink(link)).isFalse();
        assertThat(link).hasContent("new");
    }

    @Test
    void makeDirectory_thatIsThere_becomesPrivateIfItIsEmpty() throws IOException {
        Path empty = home.resolve("empty");
        Path full = home.resolve("full");
        for (Path each : new Path[] {empty, full}) {
            Files.createDirectory(each);
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.writeString(full.resolve("something"), "a");

        OwnerOnly.makeDirectory(empty);
        OwnerOnly.makeDirectory(full);

        assertThat(mode(empty)).isEqualTo("rwx------");
        assertThat(mode(full)).isEqualTo("rwxr-xr-x");
    }

    @Test
    void restrict_leavesLinksAlone() throws IOException {
        Path file = home.resolve("text");
        Files.writeString(file, "a");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        Path link = Files.createSymbolicLink(home.resolve("link"), file);

        OwnerOnly.restrict(link);
        assertThat(mode(file)).isEqualTo("rw-r--r--");
        OwnerOnly.restrict(file);
        assertThat(mode(file)).isEqualTo("rw-------");
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}

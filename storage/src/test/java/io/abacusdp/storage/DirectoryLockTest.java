package io.abacusdp.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {
    @TempDir
    private Path directory;

    @Test
    void take_whileSomebodyHasIt_isRefused() throws IOException {
        DirectoryLock first = DirectoryLock.take(directory);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DirectoryLock.take(directory))
                .withMessage(directory + " is in use by another run");
        first.close();

        try (DirectoryLock second = DirectoryLock.take(directory)) {
            assertThat(second).isNotNull();
        }
    }
}

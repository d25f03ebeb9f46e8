package io.abacusdp.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TemporaryFolderTest {
    @Test
    void folder_afterItsUse_isGoneWithAllThatIsInIt() {
        Path used = TemporaryFolder.use(folder -> {
            Files.writeString(Files.createDirectory(folder.resolve("inner")).resolve("file"), "text");
            return folder;
        });
        assertThat(used).doesNotExist();
    }

    @Test
    void failure_ofAFile_saysWhichKindItIs() {
        assertThatThrownBy(() -> TemporaryFolder.use(folder -> {
                    throw new IOException("disk full");
                }))
                .isInstanceOf(LoadFailedException.class)
                .hasMessageContaining("disk full");
    }
}

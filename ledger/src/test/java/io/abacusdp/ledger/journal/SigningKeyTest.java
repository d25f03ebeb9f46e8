package io.abacusdp.ledger.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SigningKeyTest {
    @TempDir
    Path directory = Path.of("");

    @Test
    void key_isKeptForItsOwner_andReadAgain() throws IOException {
        Path file = directory.resolve("key");
        SigningKey made = SigningKey.readOrCreate(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        SignedHead head = SigningKey.readOrCreate(file).sign("l", 3, "abc", Instant.EPOCH);
        assertThat(head.isSignedBy(made.publicKey())).isTrue();
        assertThat(head.isSignedBy(SigningKey.publicKey(made.publicText()))).isTrue();
        assertThat(head.isSignedBy(SigningKey.generate().publicKey())).isFalse();
        assertThat(SignedHead.read(head.toNode())).isEqualTo(head);
    }

    @Test
    void fileThatHoldsNoKey_isRefusedWithoutShowingIt() throws IOException {
        Path file = directory.resolve("key");
        Files.write(file, List.of("c2VjcmV0", "c2VjcmV0"));
        assertThatThrownBy(() -> SigningKey.readOrCreate(file))
                .hasMessageNotContaining("c2VjcmV0")
                .hasNoCause();
        Files.write(file, List.of("c2VjcmV0"));
        assertThatThrownBy(() -> SigningKey.readOrCreate(file)).hasMessageContaining("two lines");
        assertThatThrownBy(() -> SigningKey.publicKey("c2VjcmV0")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void headWithoutAField_isRefused() {
        SignedHead head = SigningKey.generate().sign("l", 3, "abc", Instant.EPOCH);
        for (String field : List.of("ledger", "seq", "hash", "at", "key", "signature")) {
            var node = head.toNode();
            node.remove(field);
            assertThatThrownBy(() -> SignedHead.read(node)).hasMessageContaining(field);
        }
    }
}

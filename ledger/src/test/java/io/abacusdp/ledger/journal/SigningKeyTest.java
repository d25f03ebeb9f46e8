package io.abacusdp.ledger.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.NoteKey;
import io.abacusdp.ledger.log.SignedNote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
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
        Checkpoint head = SigningKey.readOrCreate(file).sign("l", 3, NodeHash.ofLeaf("abc"));
        assertThat(head.isSignedByOneOf(List.of(made.publicKey()))).isTrue();
        assertThat(head.isSignedByOneOf(List.of(SigningKey.publicKey(made.publicText()))))
                .isTrue();
        assertThat(head.isSignedByOneOf(List.of(SigningKey.generate().publicKey())))
                .isFalse();
        assertThat(Checkpoint.parse(head.toString())).isEqualTo(head);
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

    /** Ed25519 is deterministic, so that our signature is the published one of the key's example (Go's sumdb/note). */
    @Test
    void publishedKey_makesThePublishedSignature() throws Exception {
        byte[] seed = Base64.getDecoder().decode("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz");
        byte[] verifier = Base64.getDecoder().decode("ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW");
        String secret = HexFormat.of().formatHex(seed, 1, 33);
        String open = HexFormat.of().formatHex(verifier, 1, 33);
        Path file = directory.resolve("key");
        Files.write(
                file,
                List.of(
                        base64("302e020100300506032b657004220420" + secret),
                        base64("302a300506032b6570032100" + open)));
        SigningKey key = SigningKey.readOrCreate(file);
        String text = """
                If you think cryptography is the answer to your problem,
                then you don't know what your problem is.
                """;
        assertThat(key.note("PeterNeumann", text))
                .hasToString(
                        text + "\n\u2014 PeterNeumann "
                                + "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n");
    }

    @Test
    void cosignature_isTheWitnesssOnly_andOfItsTime() {
        SigningKey log = SigningKey.generate();
        SigningKey witness = SigningKey.generate();
        Checkpoint head = log.sign("example.com/log", 3, NodeHash.ofLeaf("abc"));
        Instant at = Instant.ofEpochSecond(1679315147);
        SignedNote cosigned = head.note().with(List.of(witness.cosign("witness.example/w1", head, at)));
        NoteKey key = NoteKey.ofWitness("witness.example/w1", witness.publicKey());
        assertThat(key.hasSigned(cosigned)).isTrue();
        assertThat(NoteKey.parse(key.toString()).hasSigned(SignedNote.parse(cosigned.toString())))
                .isTrue();
        assertThat(Checkpoint.of(cosigned).cosignedBy(List.of(key, key))).isEqualTo(1);
        assertThat(key.hasSigned(head.note())).isFalse();
        assertThat(NoteKey.ofLog("witness.example/w1", witness.publicKey()).hasSigned(cosigned))
                .isFalse();
        assertThat(NoteKey.ofWitness("witness.example/w2", witness.publicKey()).hasSigned(cosigned))
                .isFalse();
        Checkpoint later = log.sign("example.com/log", 4, NodeHash.ofLeaf("abc"));
        assertThat(key.hasSigned(new SignedNote(later.note().text(), cosigned.signatures())))
                .isFalse();
    }

    private static String base64(String hex) {
        return Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex));
    }
}

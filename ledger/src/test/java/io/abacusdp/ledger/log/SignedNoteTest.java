package io.abacusdp.ledger.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Notes of others: the example of Go's sumdb/note, and the checkpoint of the C2SP specifications. */
class SignedNoteTest {
    private static final String KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
    private static final String NOTE = """
            If you think cryptography is the answer to your problem,
            then you don't know what your problem is.

            \u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
            """;
    private static final String CHECKPOINT = """
            example.com/behind-the-sofa
            20852163
            CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

            \u2014 example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
            \u2014 witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
            """;

    @Test
    void publishedNote_isSignedByItsKey_andByNoOther() {
        NoteKey key = NoteKey.parse(KEY);
        SignedNote note = SignedNote.parse(NOTE);
        assertThat(key).hasToString(KEY);
        assertThat(note).hasToString(NOTE);
        assertThat(key.hasSigned(note)).isTrue();
        assertThat(key.hasSigned(SignedNote.parse(NOTE.replace("answer", "Answer"))))
                .isFalse();
        assertThat(key.hasSigned(SignedNote.parse(NOTE.replace("PeterNeumann", "Peter"))))
                .isFalse();
        assertThat(key.hasSigned(SignedNote.parse(NOTE.replace("o/ZJ", "o/ZK"))))
                .isFalse();
    }

    @Test
    void publishedCheckpoint_isReadAsItIs() {
        Checkpoint checkpoint = Checkpoint.parse(CHECKPOINT);
        assertThat(checkpoint.origin()).isEqualTo("example.com/behind-the-sofa");
        assertThat(checkpoint.size()).isEqualTo(20852163);
        assertThat(checkpoint.root().base64()).isEqualTo("CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=");
        assertThat(checkpoint).hasToString(CHECKPOINT);
        assertThat(checkpoint.note().text())
                .isEqualTo(Checkpoint.text(checkpoint.origin(), checkpoint.size(), checkpoint.root()));
        // The time of the published cosignature, as the specification states it.
        assertThat(ByteBuffer.wrap(checkpoint.note().signatures().get(1).signature())
                        .getLong(4))
                .isEqualTo(1679315147);
    }

    @Test
    void changedKeys_areRefused() {
        for (int i = 0; i < KEY.length(); i++) {
            String changed = KEY.substring(0, i) + (char) (KEY.charAt(i) + 1) + KEY.substring(i + 1);
            assertThatThrownBy(() -> NoteKey.parse(changed)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> NoteKey.parse("")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsNoNote_isRefused() {
        for (String text : new String[] {
            "",
            "text",
            "text\n",
            "text\n\n",
            "text\n\n\u2014 name\n",
            NOTE.stripTrailing(),
            NOTE.replace("\u2014", "-"),
            NOTE.replace("nAM=", "nAN="),
            NOTE.replace("think", "think\t"),
            NOTE + "more\n"
        }) {
            assertThatThrownBy(() -> SignedNote.parse(text)).as(text).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void whatIsNoCheckpoint_isRefused() {
        for (String text : new String[] {
            NOTE,
            CHECKPOINT.replace("20852163", "020852163"),
            CHECKPOINT.replace("20852163", "-1"),
            CHECKPOINT.replace("20852163", "x"),
            CHECKPOINT.replace("jxq2I=", "jxq2J="),
            CHECKPOINT.replace("jxq2I=", "jxq2"),
            CHECKPOINT.replace("\n20852163", "\n\n20852163")
        }) {
            assertThatThrownBy(() -> Checkpoint.parse(text)).as(text).isInstanceOf(IllegalArgumentException.class);
        }
    }
}

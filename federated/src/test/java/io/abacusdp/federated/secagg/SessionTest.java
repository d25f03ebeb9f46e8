package io.abacusdp.federated.secagg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionTest {
    private final List<KeyPair> identities = AggregationRun.identities(5);

    /** 2t > n + c, t ≥ c + 2, t ≤ n: for five clients, what is just outside. */
    @ParameterizedTest
    @CsvSource({"2, 0, 1", "6, 0, 1", "3, 1, 1", "4, 3, 1", "5, 4, 1", "3, -1, 1", "3, 0, 0", "3, 0, 67108865"})
    void create_numbersThatAreNotSecure_isRefused(int threshold, int colluders, int length) {
        assertThatThrownBy(() -> AggregationRun.session(identities, threshold, colluders, length))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be from");
    }

    /** From two thirds on; 1,000 clients were refused, and so were 500 with 25 colluders. */
    @ParameterizedTest
    @CsvSource({
        "3, 2, 0, 2",
        "100, 67, 0, 67",
        "500, 334, 0, 334",
        "500, 334, 25, 336",
        "1000, 667, 0, 673",
        "1000, 667, 50, 700",
        "1440, 960, 0, 981"
    })
    void threshold_isTheLeastFromOneOnWithASecureSum(int clients, int from, int colluders, int threshold) {
        assertThat(Session.threshold(clients, from, colluders)).isEqualTo(threshold);
    }

    @Test
    void threshold_ofWhatHasNone_isRefused() {
        assertThatThrownBy(() -> Session.threshold(1000, 950, 949)).hasMessageContaining("divide the clients");
    }

    @Test
    void context_ofAnythingDifferent_isDifferent() {
        Session session = AggregationRun.session(identities, 4, 0, 7);
        List<Participant> people = session.participants();
        assertThat(new Session(session.id(), 0, people, 4, 0, 7).context()).isEqualTo(session.context());
        assertThat(List.of(
                        new Session(session.id(), 1, people, 4, 0, 7).context(),
                        new Session(session.id(), 0, people, 5, 0, 7).context(),
                        new Session(session.id(), 0, people, 4, 1, 7).context(),
                        new Session(session.id(), 0, people, 4, 0, 8).context(),
                        new Session(session.id(), 0, people.subList(0, 4), 4, 0, 7).context(),
                        new Session(Session.newId(), 0, people, 4, 0, 7).context()))
                .doesNotContain(session.context())
                .doesNotHaveDuplicates();
    }

    @Test
    void create_sameNameOrKeyTwice_isRefused() {
        Participant one = new Participant("a", identities.get(0).getPublic());
        Participant sameKey = new Participant("b", identities.get(0).getPublic());
        Participant sameName = new Participant("a", identities.get(1).getPublic());
        for (Participant other : List.of(sameKey, sameName)) {
            assertThatThrownBy(() -> new Session(Session.newId(), 0, List.of(one, other), 2, 0, 1))
                    .hasMessageContaining("different names and keys");
        }
        assertThatThrownBy(() -> new Session(Bytes.of((byte) 1), 0, List.of(one, sameKey), 2, 0, 1))
                .hasMessageContaining("session id must have 32 bytes");
    }

    @Test
    void participant_withoutNameOrEd25519_isRefused() throws Exception {
        assertThatThrownBy(() -> new Participant("", identities.get(0).getPublic()))
                .hasMessageContaining("empty");
        KeyPair rsa = KeyPairGenerator.getInstance("EC").generateKeyPair();
        assertThatThrownBy(() -> new Participant("a", rsa.getPublic())).hasMessageContaining("Ed25519");
    }

    @Test
    void client_withForeignKeyOrWrongVector_isRefused() {
        Session session = AggregationRun.session(identities, 4, 0, 2);
        assertThatThrownBy(() ->
                        new AggregationClient(session, 0, identities.get(1).getPrivate(), new int[2]))
                .hasMessageContaining("not that of participant 0");
        assertThatThrownBy(() ->
                        new AggregationClient(session, 5, identities.get(0).getPrivate(), new int[2]))
                .hasMessageContaining("no participant 5");
        assertThatThrownBy(() ->
                        new AggregationClient(session, 0, identities.get(0).getPrivate(), new int[3]))
                .hasMessageContaining("must have 2 numbers, got 3");
    }

    /** RFC 5869, test case 1: the first 32 bytes of output. */
    @Test
    void hkdf_testCaseOfTheRfc_isMet() {
        byte[] secret = new byte[22];
        Arrays.fill(secret, (byte) 0x0b);
        HexFormat hex = HexFormat.of();
        Bytes salt = Bytes.of(hex.parseHex("000102030405060708090a0b0c"));
        byte[] key = Hkdf.derive(salt, secret, hex.parseHex("f0f1f2f3f4f5f6f7f8f9"));
        assertThat(hex.formatHex(key)).isEqualTo("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf");
    }

    /** RFC 7748, section 6.1. */
    @Test
    void agreement_exampleOfTheRfc_isMet() throws Exception {
        HexFormat hex = HexFormat.of();
        PairKeys alice =
                PairKeys.ofPrivate(hex.parseHex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"));
        assertThat(hex.formatHex(alice.publicKey().toArray()))
                .isEqualTo("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a");
        Bytes bob = Bytes.of(hex.parseHex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"));
        assertThat(hex.formatHex(alice.agree(bob)))
                .isEqualTo("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");
    }

    /** AES-256 of a block of zeros under a key of zeros is dc95c078a2408989ad48a21492842087 (NIST AESAVS, GFSbox and others). */
    @Test
    void mask_ofZeroKey_isAesInCounterMode() {
        int[] sum = new int[5];
        new MaskStream().add(new byte[32], sum);
        assertThat(sum[0]).isEqualTo(Integer.reverseBytes(0xdc95c078));
        new MaskStream().subtract(new byte[32], sum);
        assertThat(sum).containsOnly(0);
    }
}

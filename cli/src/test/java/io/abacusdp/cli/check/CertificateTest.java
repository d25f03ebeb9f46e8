package io.abacusdp.cli.check;

import static io.abacusdp.cli.check.CheckedFiles.findings;
import static io.abacusdp.cli.check.CheckedFiles.json;
import static io.abacusdp.cli.check.CheckedFiles.sumAgain;
import static io.abacusdp.cli.check.CheckedFiles.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.Run;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.log.SignedNote;
import io.abacusdp.storage.CanonicalJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates of a real run, by honest signers, by strangers, and by signers who lie. */
class CertificateTest {
    @TempDir
    static Path made;

    @TempDir
    private Path scratch;

    private static String trusted = "";

    private Path certificate = Path.of("");
    private Path release = Path.of("");

    @BeforeAll
    static void certify() {
        Run run = Run.of("train --epochs 2 --out " + made.resolve("run"));
        assertThat(run.status()).as(run.err()).isZero();
        Run certified = certify(made.resolve("run"), made.resolve("certificate.json"));
        assertThat(certified.status()).as(certified.err()).isZero();
        trusted = certified.lines().get(certified.lines().size() - 1).replace("trusted ", "");
    }

    private static Run certify(Path run, Path out) {
        return Run.of("certify %s --signer example.org --key %s --out %s".formatted(run, made.resolve("key"), out));
    }

    @BeforeEach
    void copy() throws IOException {
        certificate = Files.copy(made.resolve("certificate.json"), scratch.resolve("certificate.json"));
        release = CheckedFiles.copy(made.resolve("run").resolve("release"), scratch.resolve("release"));
    }

    private Run check(String... more) {
        return Run.of("check %s --format json %s"
                .formatted(certificate, String.join(" ", more))
                .trim());
    }

    @Test
    void certificate_ofAnHonestRun_holdsForWhomTrustsTheKeyAndHasTheRelease() {
        Run checked = check("--trusted", trusted, "--of", release.toString());

        assertThat(wrong(checked)).isEmpty();
        assertThat(checked.status()).isZero();
        assertThat(checked.json().get(0).path("kind").asText()).isEqualTo("a certificate");
        assertThat(findings(checked, "holds"))
                .anyMatch(text -> text.contains("it is signed by the key that it names"))
                .anyMatch(text -> text.contains("the key that it names is trusted"))
                .anyMatch(text -> text.contains("is what the events cost"))
                .anyMatch(text -> text.contains("it is of this release, and of each of its 7 files"));
        assertThat(findings(check(), "unknown"))
                .anyMatch(text -> text.contains("who holds the key"))
                .anyMatch(text -> text.contains("whether a model at hand is the one"));
    }

    @Test
    void signature_isThatOfAnotherImplementation() throws IOException, GeneralSecurityException {
        JsonNode file = CheckedFiles.read(certificate);
        String canonical = CanonicalJson.text(file.path("certificate"));
        String digest = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(StandardCharsets.UTF_8)));
        String note = file.path("signature").asText().strip();
        byte[] keyIdAndSignature = Base64.getDecoder().decode(note.substring(note.lastIndexOf(' ') + 1));
        Signature jdk = Signature.getInstance("Ed25519");
        jdk.initVerify(SigningKey.publicKey(trusted));
        jdk.update("abacus certificate 1\nsha256 %s\n".formatted(digest).getBytes(StandardCharsets.UTF_8));

        assertThat(jdk.verify(Arrays.copyOfRange(keyIdAndSignature, 4, keyIdAndSignature.length)))
                .isTrue();
    }

    /** Every value, one by one: figures, words, hashes, events, the signature itself. */
    @Test
    void change_ofAnyValue_isFound() throws IOException {
        ObjectNode honest = (ObjectNode) CheckedFiles.read(certificate);
        List<Consumer<ObjectNode>> changes = new ArrayList<>();
        changesOf(honest, List.of(), changes);

        assertThat(changes).hasSizeGreaterThan(40);
        for (Consumer<ObjectNode> change : changes) {
            ObjectNode changed = honest.deepCopy();
            change.accept(changed);
            assertThat(changed).isNotEqualTo(honest);
            Files.writeString(certificate, changed.toString());
            assertThat(check().status()).as(changed.toString()).isEqualTo(4);
        }
    }

    private static void changesOf(JsonNode node, List<String> path, List<Consumer<ObjectNode>> into) {
        if (node.isObject()) {
            node.properties().forEach(field -> {
                List<String> inner = with(path, field.getKey());
                changesOf(field.getValue(), inner, into);
                into.add(root -> ((ObjectNode) at(root, path)).remove(field.getKey()));
            });
            into.add(root -> ((ObjectNode) at(root, path)).put("more", "of it"));
            return;
        }
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                changesOf(node.get(i), with(path, Integer.toString(i)), into);
            }
            into.add(root -> ((ArrayNode) at(root, path)).add("a sentence of my own"));
            return;
        }
        into.add(root -> {
            JsonNode parent = at(root, path.subList(0, path.size() - 1));
            String last = path.get(path.size() - 1);
            JsonNode other = changed(node);
            if (parent instanceof ObjectNode object) {
                object.set(last, other);
            } else {
                ((ArrayNode) parent).set(Integer.parseInt(last), other);
            }
        });
    }

    private static JsonNode changed(JsonNode value) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (value.isBoolean()) {
            return nodes.booleanNode(!value.booleanValue());
        }
        if (value.isIntegralNumber()) {
            return nodes.numberNode(value.longValue() + 1);
        }
        if (value.isNumber()) {
            return nodes.numberNode(Math.nextUp(value.doubleValue()));
        }
        return nodes.textNode(value.isNull() ? "0" : "x" + value.asText().substring(1));
    }

    private static JsonNode at(JsonNode root, List<String> path) {
        JsonNode node = root;
        for (String step : path) {
            node = node.isArray() ? node.get(Integer.parseInt(step)) : node.get(step);
        }
        return node;
    }

    private static List<String> with(List<String> path, String last) {
        List<String> longer = new ArrayList<>(path);
        longer.add(last);
        return longer;
    }

    /** A holder of the key signs what is not so. */
    private void sign(Consumer<ObjectNode> lie) throws IOException {
        json(certificate, file -> lie.accept(file.withObject("/certificate")));
        json(certificate, file -> {
            String canonical = CanonicalJson.text(file.path("certificate"));
            try {
                SignedNote note = SigningKey.read(made.resolve("key"))
                        .note("example.org", "abacus certificate 1\nsha256 " + CanonicalJson.sha256(canonical) + "\n");
                file.put("signature", note.toString());
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void signerWhoLies_isFoundByWhatTheEventsCost() throws IOException {
        sign(node -> node.put("epsilon", 1.0));
        assertThat(wrong(check("--trusted", trusted)))
                .anyMatch(text -> text.contains("the events cost at least 2.99"))
                .anyMatch(text -> text.contains("its words are not those of its figures"));
    }

    @Test
    void signerWhoChangesTheCharges_isFoundByTheRelease() throws IOException {
        sign(node -> node.withObject("/event").put("count", 2));
        assertThat(wrong(check("--of", release.toString())))
                .anyMatch(text -> text.contains("the charges of one are not those of the other"));
    }

    @Test
    void signerWhoAddsWordsOrFields_isFoundByWritingThemAnew() throws IOException {
        sign(node -> node.withArray("/statement").add("It is safe to publish everything."));
        assertThat(wrong(check())).anyMatch(text -> text.contains("its words are not those of its figures"));
    }

    @Test
    void signerWhoClaimsAnotherUnit_isFoundByTheCharges() throws IOException {
        sign(node -> node.put("unit", "a user with up to 5 records, as declared"));
        assertThat(wrong(check())).anyMatch(text -> text.contains("its charges are for another"));
    }

    @Test
    void certificate_ofAnotherModel_isNoticed() throws IOException {
        CheckedFiles.metadata(release.resolve("model.safetensors"), metadata -> metadata.put("data", "others"));
        assertThat(wrong(check("--of", release.resolve("model.safetensors").toString())))
                .anyMatch(text -> text.contains("it is not of this file"));
        sumAgain(release);
        assertThat(wrong(check("--of", release.toString())))
                .anyMatch(text -> text.contains("it is not of this release"));
    }

    @Test
    void files_besideTheCertificate_areCompared() throws IOException {
        Path model = Files.copy(release.resolve("model.safetensors"), scratch.resolve("model.safetensors"));
        assertThat(findings(check(), "holds")).anyMatch(text -> text.contains("it is of this file"));
        CheckedFiles.metadata(model, metadata -> metadata.put("data", "others"));
        assertThat(wrong(check())).anyMatch(text -> text.contains("it is not of this file"));
    }

    @Test
    void key_ofAnother_isNotTrusted() {
        assertThat(wrong(check("--trusted", SigningKey.generate().publicText())))
                .anyMatch(text -> text.contains("none of those that are trusted"));
    }

    /** A stranger signs the same certificate with a key of his own, and leaves the honest key's name in it. */
    @Test
    void signature_byAnotherKeyThanIsNamed_isFound() throws IOException {
        json(certificate, file -> {
            String note = file.path("signature").asText();
            String text = note.substring(0, note.indexOf("\n\n") + 1);
            file.put(
                    "signature", SigningKey.generate().note("example.org", text).toString());
        });
        assertThat(wrong(check("--trusted", trusted))).anyMatch(text -> text.contains("it is not signed by the key"));
    }

    @Test
    void run_withSomethingWrong_isNotCertified() throws IOException {
        json(
                release.resolve("report.json"),
                report -> report.withObject("/privacy").put("epsilon", 1.0));
        sumAgain(release);
        Run certified = certify(release, scratch.resolve("other.json"));

        assertThat(certified.status()).isEqualTo(4);
        assertThat(certified.err()).contains("the events cost at least");
        assertThat(scratch.resolve("other.json")).doesNotExist();
    }

    @Test
    void run_underATestSeed_isNotCertified() {
        Path run = scratch.resolve("seeded");
        assertThat(Run.of("train --epochs 1 --insecure-seed-for-tests 1 --out " + run)
                        .status())
                .isZero();
        Run certified = certify(run, scratch.resolve("other.json"));

        assertThat(certified.status()).isEqualTo(3);
        assertThat(certified.err()).contains("not private");
    }

    @Test
    void release_alone_isCertifiedAsSuch() {
        Run certified = certify(release, scratch.resolve("other.json"));

        assertThat(certified.status()).as(certified.err()).isZero();
        assertThat(certified.out()).contains("The signer saw the release alone.");
    }

    @Test
    void key_isItsOwnersOnly() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made.resolve("key"))))
                .isEqualTo("rw-------");
        Path copied = Files.copy(made.resolve("key"), scratch.resolve("key"));
        Files.setPosixFilePermissions(copied, PosixFilePermissions.fromString("rw-r--r--"));
        Run certified = Run.of("certify %s --signer example.org --key %s --out %s"
                .formatted(release, copied, scratch.resolve("other.json")));

        assertThat(certified.status()).isEqualTo(2);
        assertThat(certified.err()).contains("must be for its owner only");
    }

    /** Everything in it is in the release, or is the signer's, the day's or the program's. */
    @Test
    void certificate_saysNothingThatWasNotReleased() throws IOException {
        String text = Files.readString(certificate);
        assertThat(text)
                .doesNotContain(made.toString())
                .doesNotContain("seconds")
                .doesNotContain("loss");
        JsonNode report = CheckedFiles.read(release.resolve("report.json"));
        JsonNode content = CheckedFiles.read(certificate).path("certificate");
        assertThat(content.path("event")).isEqualTo(report.path("privacy").path("event"));
        assertThat(content.path("run")).isEqualTo(report.path("settings").path("run"));
        assertThat(content.path("examples")).isEqualTo(report.path("data").path("examples"));
    }

    @Test
    void words_areOnStandardOutput() {
        Run certified = certify(release, scratch.resolve("other.json"));
        assertThat(certified.lines().get(0)).contains("(3, 1e-5)-differentially private under add-or-remove-one");
        assertThat(certified.out())
                .contains(
                        "For a paper: (3, 1e-5)-differential privacy, add-or-remove-one adjacency, unit: one record; ")
                .contains("steps on Poisson samples at rate")
                .contains("## Differential privacy")
                .contains("| unit of privacy | one record |");
    }
}

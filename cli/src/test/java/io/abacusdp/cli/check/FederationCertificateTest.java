package io.abacusdp.cli.check;

import static io.abacusdp.cli.check.CheckedFiles.findings;
import static io.abacusdp.cli.check.CheckedFiles.json;
import static io.abacusdp.cli.check.CheckedFiles.sumAgain;
import static io.abacusdp.cli.check.CheckedFiles.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.Run;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.storage.CanonicalJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates of a real federation, by honest signers, by strangers, and by signers who lie. */
class FederationCertificateTest {
    private static final String FORMAT = "abacus federation certificate 1";

    @TempDir
    static Path made;

    @TempDir
    private Path scratch;

    private static String trusted = "";

    private Path certificate = Path.of("");
    private Path release = Path.of("");

    @BeforeAll
    static void certify() {
        Run run = Run.of(
                "federated simulate --style hybrid --clients 3 --rounds 2 --steps 2 --out " + made.resolve("run"));
        assertThat(run.status()).as(run.err()).isZero();
        Run certified = certify(made.resolve("run"), made.resolve("certificate.json"));
        assertThat(certified.status()).as(certified.err()).isZero();
        trusted = certified.lines().get(certified.lines().size() - 1).replace("trusted ", "");
        assertThat(certified.out())
                .contains("For a record of ")
                .contains("For a client, against ")
                .contains("The signer saw the run's journal of charges and the release.");
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
    void certificate_ofAnHonestFederation_holdsForWhomTrustsTheKeyAndHasTheRelease() throws IOException {
        Run checked = check("--trusted", trusted, "--of", release.toString());

        assertThat(wrong(checked)).isEmpty();
        assertThat(checked.status()).isZero();
        assertThat(checked.json().get(0).path("kind").asText()).isEqualTo("a certificate");
        assertThat(findings(checked, "holds"))
                .anyMatch(text -> text.contains("it is signed by the key that it names"))
                .anyMatch(text -> text.contains("the key that it names is trusted"))
                .anyMatch(
                        text -> text.contains("guarantees, each of what was spent, for whom and against whom it holds"))
                .anyMatch(text -> text.contains("it is of this release, and of each of its 6 files"))
                .anyMatch(text -> text.contains("the same report"));
        JsonNode content = CheckedFiles.read(certificate).path("certificate");
        assertThat(content.path("report")).isEqualTo(CheckedFiles.read(release.resolve("report.json")));
        for (JsonNode guarantee : content.path("report").path("guarantees")) {
            for (String words : List.of("paper", "model_card")) {
                assertThat(content.path(words).asText())
                        .contains(guarantee.path("who").asText())
                        .contains(guarantee.path("against").asText());
            }
        }
    }

    @Test
    void change_ofAnyField_isFound() throws IOException {
        ObjectNode honest = (ObjectNode) CheckedFiles.read(certificate);
        List<Consumer<ObjectNode>> changes = List.of(
                node -> node.put("more", 1),
                node -> node.withObject("/certificate").put("more", 1),
                node -> node.withObject("/certificate").put("issued", "2020-01-01"),
                node -> node.withObject("/certificate").put("paper", "It is safe."),
                node -> node.withObject("/certificate").withObject("/files").remove("model.safetensors"),
                node -> node.withObject("/certificate").withObject("/report").put("clients", 4),
                node -> guarantee(node.withObject("/certificate"), 0).put("epsilon", 0.5),
                node -> guarantee(node.withObject("/certificate"), 1).put("against", "everybody"),
                node -> node.withObject("/certificate").put("format", "abacus certificate 1"));
        for (Consumer<ObjectNode> change : changes) {
            ObjectNode changed = honest.deepCopy();
            change.accept(changed);
            Files.writeString(certificate, changed.toString());
            Run checked = check();
            assertThat(checked.status()).as(changed.toString()).isEqualTo(4);
        }
    }

    private static ObjectNode guarantee(ObjectNode content, int which) {
        return (ObjectNode) content.path("report").path("guarantees").get(which);
    }

    /** A holder of the key signs what is not so. */
    private void sign(Consumer<ObjectNode> lie) throws IOException {
        json(certificate, file -> {
            lie.accept(file.withObject("/certificate"));
            try {
                String canonical = CanonicalJson.text(file.path("certificate"));
                file.put(
                        "signature",
                        SigningKey.read(made.resolve("key"))
                                .note("example.org", FORMAT + "\nsha256 " + CanonicalJson.sha256(canonical) + "\n")
                                .toString());
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void signerWhoLowersAFigure_isFoundByWhatTheEventsCost() throws IOException {
        sign(node -> {
            guarantee(node, 0).put("epsilon", 0.5);
            node.withObject("/report").withObject("/privacy").put("cumulative_sample_epsilon", 0.5);
        });
        assertThat(wrong(check("--trusted", trusted)))
                .anyMatch(text -> text.contains("cumulative_sample_epsilon 0.5 ") && text.contains("the events cost"))
                .noneMatch(text -> text.contains("not signed by the key"));
    }

    @Test
    void signerWhoClaimsMoreAdversaries_isFoundByTheSettings() throws IOException {
        sign(node -> guarantee(node, 1).put("against", "everybody, the server too"));
        assertThat(wrong(check()))
                .anyMatch(text -> text.contains("does not state the guarantees of what was spent"))
                .anyMatch(text -> text.contains("its words are not those of its report"));
    }

    @Test
    void signerWhoDropsTheFigureForClients_isFound() throws IOException {
        sign(node -> node.withObject("/report").withArray("guarantees").remove(1));
        assertThat(wrong(check())).anyMatch(text -> text.contains("does not state the guarantees of what was spent"));
    }

    @Test
    void certificate_ofAnotherRelease_isNoticed() throws IOException {
        json(release.resolve("report.json"), report -> report.withArray("notes").add("more"));
        sumAgain(release);
        assertThat(wrong(check("--of", release.toString())))
                .anyMatch(text -> text.contains("it is not of this release"))
                .anyMatch(text -> text.contains("the report of one is not that of the other"));
        assertThat(wrong(check("--of", release.resolve("report.json").toString())))
                .anyMatch(text -> text.contains("it is not of this file"));
    }

    @Test
    void key_ofAnother_isNotTrusted() {
        assertThat(wrong(check("--trusted", SigningKey.generate().publicText())))
                .anyMatch(text -> text.contains("none of those that are trusted"));
    }

    @Test
    void release_alone_isCertifiedAsSuch_andOneThatLiesIsNot() throws IOException {
        Run certified = certify(release, scratch.resolve("other.json"));
        assertThat(certified.status()).as(certified.err()).isZero();
        assertThat(certified.out()).contains("The signer saw the release alone.");

        json(
                release.resolve("report.json"),
                report -> ((ObjectNode) report.path("guarantees").get(1)).put("epsilon", 1));
        sumAgain(release);
        Run refused = certify(release, scratch.resolve("lie.json"));
        assertThat(refused.status()).isEqualTo(4);
        assertThat(scratch.resolve("lie.json")).doesNotExist();
    }

    @Test
    void federation_withoutNoise_isNotCertified() {
        Path run = scratch.resolve("bare");
        assertThat(Run.of("federated simulate --style none --clients 3 --rounds 1 --steps 1 --out " + run)
                        .status())
                .isZero();
        Run certified = certify(run, scratch.resolve("other.json"));
        assertThat(certified.status()).isEqualTo(3);
        assertThat(certified.err()).contains("not private");
    }
}

package io.abacusdp.cli.check;

import static io.abacusdp.cli.check.CheckedFiles.check;
import static io.abacusdp.cli.check.CheckedFiles.findings;
import static io.abacusdp.cli.check.CheckedFiles.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.cli.Run;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real ledger's export, with its key and without, whole and damaged. */
class LedgerExportCheckTest {
    private static final SigningKey KEY = SigningKey.generate();

    @TempDir
    private Path scratch;

    private Path export = Path.of("");

    @BeforeEach
    void export() throws IOException {
        export = scratch.resolve("export.jsonl");
        try (Ledger ledger = Ledger.open("jdbc:sqlite:" + scratch.resolve("ledger.db"), KEY, Clock.systemUTC());
                Writer out = Files.newBufferedWriter(export)) {
            ledger.addAccount("acme", new PrivacyUnit("person", Adjacency.ADD_OR_REMOVE_ONE));
            ledger.setBudget(Scope.account("acme"), new Budget(new ZcdpLimit(1), null), "test", "other", "test");
            for (int i = 0; i < 3; i++) {
                ledger.charge("key-" + i, new Charge("acme", List.of()), new Gaussian(10 + i));
            }
            ledger.export(out);
        }
    }

    private Run withKey(SigningKey key) {
        return Run.of("check %s --format json --trusted %s".formatted(export, key.publicText()));
    }

    @Test
    void export_withItsKey_holdsAndIsSigned() {
        Run run = withKey(KEY);

        assertThat(wrong(run)).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(findings(run, "holds"))
                .contains("export.jsonl: its head is signed by a trusted key")
                .contains("export.jsonl: none of its 3 prices is below what this version's accounting gives");
        assertThat(run.json().get(0).path("kind").asText()).isEqualTo("an exported journal of a ledger");
    }

    @Test
    void export_withoutAKey_holdsAndNobodyKnowsWhoSigned() {
        Run run = check(export);

        assertThat(run.status()).isZero();
        assertThat(findings(run, "holds")).noneMatch(text -> text.contains("signed"));
        assertThat(findings(run, "unknown")).anyMatch(text -> text.contains("who signed its head"));
    }

    @Test
    void export_ofAnotherKey_isForged() {
        Run run = withKey(SigningKey.generate());

        assertThat(wrong(run)).anyMatch(text -> text.contains("FORGED_HEAD"));
        assertThat(run.status()).isEqualTo(4);
    }

    @Test
    void export_thatWasCutOrChanged_isFoundWithoutAKey() throws IOException {
        List<String> lines = Files.readAllLines(export);
        List<String> cut = new ArrayList<>(lines);
        cut.remove(lines.size() - 2);
        Files.write(export, cut);
        assertThat(wrong(check(export))).anyMatch(text -> text.contains("TRUNCATED"));

        Files.write(export, lines.subList(0, lines.size() - 1));
        assertThat(wrong(check(export))).anyMatch(text -> text.contains("without a signed head"));

        Files.writeString(
                export, String.join("\n", lines).replace("\"noise_multiplier\":11", "\"noise_multiplier\":99"));
        assertThat(wrong(check(export))).anyMatch(text -> text.contains("ALTERED"));
    }

    @Test
    void line_withoutAnEnd_isRefusedBeforeItFillsTheMemory() throws IOException {
        Files.writeString(export, "{\"entry\":{" + " ".repeat(5 << 20));

        assertThat(wrong(check(export))).anyMatch(text -> text.contains("a line is longer than"));
    }

    /** Without a key anybody can write a chain. */
    @Test
    void price_thatIsTooLow_isFoundInAChainThatHolds() throws IOException {
        List<String> lines = new ArrayList<>();
        String hash = "";
        for (String line : Files.readAllLines(export)) {
            ObjectNode node = (ObjectNode) StrictJson.parse(line);
            if (node.has("entry")) {
                ObjectNode entry = node.withObject("/entry");
                if (!hash.isEmpty()) {
                    entry.put("prev", hash);
                }
                cheaper(entry);
                hash = sha256(entry.toString());
                node.put("hash", hash);
            } else {
                node.withObject("/head").put("hash", hash);
            }
            lines.add(node.toString());
        }
        Files.write(export, lines);

        assertThat(wrong(check(export))).singleElement().asString().contains("3 prices are too low");
        assertThat(wrong(withKey(KEY))).anyMatch(text -> text.contains("FORGED_HEAD"));
    }

    /** Halves what is recorded of a price. */
    private static void cheaper(JsonNode node) {
        if (node instanceof ObjectNode object && object.has("units")) {
            object.put(
                    "units",
                    Arrays.stream(object.path("units").asText().split(" ", -1))
                            .map(units -> Long.toString(Long.parseLong(units) / 2))
                            .collect(Collectors.joining(" ")));
        } else {
            node.forEach(LedgerExportCheckTest::cheaper);
        }
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void head_withoutTrustedKeys_isWrongUsage() {
        assertThat(Run.of("check " + export + " --head " + export).err()).contains("--head needs --trusted");
    }
}

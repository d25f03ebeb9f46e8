package io.abacusdp.cli.check;

import static io.abacusdp.cli.check.CheckedFiles.check;
import static io.abacusdp.cli.check.CheckedFiles.findings;
import static io.abacusdp.cli.check.CheckedFiles.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.cli.Run;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.core.CommittedState;
import io.abacusdp.ledger.core.Fact;
import io.abacusdp.ledger.core.Fold;
import io.abacusdp.ledger.core.MemoryState;
import io.abacusdp.ledger.core.StampedFact;
import io.abacusdp.ledger.core.StateSums;
import io.abacusdp.ledger.journal.Export;
import io.abacusdp.ledger.journal.JournalEntry;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.RightEdge;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
            ledger.journal().export(out);
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

    /** Without a key anybody can write a journal. */
    @Test
    void price_thatIsTooLow_isFoundInAJournalThatHolds() throws IOException {
        makeCheaper(SigningKey.generate());

        assertThat(wrong(check(export))).singleElement().asString().contains("3 prices are too low");
        assertThat(wrong(withKey(KEY))).anyMatch(text -> text.contains("FORGED_HEAD"));
    }

    @Test
    void price_thatIsTooLow_isNamedByVerify_evenIfSigned() throws IOException {
        String verify = "ledger verify --file %s --trusted %s".formatted(export, KEY.publicText());
        Run before = Run.of(verify);
        assertThat(before.status()).as(before.out()).isZero();
        assertThat(before.lines()).contains("sound", "by test 1").anyMatch(line -> line.startsWith("root "));
        assertThat(before.out()).contains("scope account:acme charges 3 budget rho 1 spent 0.0126");
        makeCheaper(KEY);

        Run run = Run.of(verify);
        assertThat(run.status()).isEqualTo(4);
        assertThat(run.lines()).contains("sound, and under-priced");
        assertThat(run.lines().stream().filter(line -> line.startsWith("underpriced ")))
                .hasSize(3)
                .anyMatch(line -> line.contains("\"noise_multiplier\":11"));
    }

    /** The same journal with half of each price, all hashes and states made to fit, and a head by this key. */
    private void makeCheaper(SigningKey signer) throws IOException {
        List<JournalEntry> entries = new ArrayList<>();
        CommittedState state = new CommittedState(new MemoryState(), StateSums.empty());
        Fold fold = new Fold(state);
        RightEdge edge = RightEdge.empty();
        String origin = "";
        for (String line : Files.readAllLines(export)) {
            JsonNode entry = StrictJson.parse(line).path("entry");
            if (entry.isObject()) {
                StampedFact stamped = new JournalEntry(entry.toString(), "").stamped();
                if (stamped.fact() instanceof Fact.LedgerOpened opened) {
                    origin = opened.ledger();
                } else if (stamped.fact() instanceof Fact.Priced priced) {
                    stamped = new StampedFact(stamped.seq(), stamped.at(), new Fact.Priced(half(priced.price())));
                }
                fold.add(stamped);
                entries.add(JournalEntry.of(stamped, state.settle()));
                edge.add(NodeHash.ofHex(entries.get(entries.size() - 1).hash()));
            }
        }
        try (Writer out = Files.newBufferedWriter(export)) {
            Export.write(entries.iterator(), signer.sign(origin, edge.size(), edge.root()), out);
        }
    }

    private static Price half(Price price) {
        long[] units = Arrays.stream(price.cost().units()).map(unit -> unit / 2).toArray();
        return Price.recorded(price.event(), price.adjacency(), RenyiCost.ofUnits(units), price.terms());
    }

    @Test
    void head_withoutTrustedKeys_isWrongUsage() {
        assertThat(Run.of("check " + export + " --head " + export).err()).contains("--head needs --trusted");
    }
}

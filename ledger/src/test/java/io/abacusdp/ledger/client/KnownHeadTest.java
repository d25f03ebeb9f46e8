package io.abacusdp.ledger.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.Outcome;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.rest.LedgerServer;
import io.abacusdp.ledger.rest.ServerSettings;
import io.abacusdp.ledger.security.ApiKeys;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client against a ledger whose server keeps no mark of its own, as its keeper wants nobody to notice. */
class KnownHeadTest {
    @TempDir
    Path folder = Path.of("");

    private final SigningKey signer = SigningKey.generate();
    private Path database = Path.of("");
    private Path headFile = Path.of("");
    private String apiKey = "";

    @BeforeEach
    void fill() {
        database = folder.resolve("ledger.db");
        headFile = folder.resolve("last.head");
        try (Ledger ledger = open()) {
            ledger.addAccount("acme", new PrivacyUnit("person", Adjacency.ADD_OR_REMOVE_ONE));
            ledger.setBudget(Scope.account("acme"), new Budget(new ZcdpLimit(1), null), "ann", "ben", "first");
            apiKey = new ApiKeys(ledger, Clock.systemUTC())
                    .issue("trainer", Set.of(Permission.CHARGE))
                    .text();
        }
    }

    private Ledger open() {
        return Ledger.open("jdbc:sqlite:" + database, signer, Clock.systemUTC());
    }

    /** Charges at the server by a new client, which knows only what is in the file. */
    private void charge(LedgerServer server, SigningKey trusted, String key) throws IOException {
        new LedgerClient(
                        HttpClient.newHttpClient(),
                        URI.create("http://127.0.0.1:" + server.port()),
                        apiKey,
                        Patience.DEFAULT,
                        KnownHead.of(List.of(trusted.publicKey()), headFile))
                .charge(key, "acme", List.of(), new Gaussian(20));
    }

    /** The same without a server. */
    private void charge(String... keys) throws IOException {
        try (Ledger ledger = open()) {
            for (String key : keys) {
                Outcome.Accepted accepted =
                        (Outcome.Accepted) ledger.charge(key, new Charge("acme", List.of()), new Gaussian(20));
                ObjectNode answer = JsonNodeFactory.instance.objectNode().put("reservation", accepted.reservation());
                answer.set(
                        "receipt",
                        StrictJson.parse(ledger.journal()
                                .receipt(accepted.seq())
                                .toNode()
                                .toString()));
                KnownHead.of(List.of(signer.publicKey()), headFile)
                        .check(answer, Set.of("charged"), (earlier, later) -> proof(ledger, earlier, later));
            }
        }
    }

    private static JsonNode proof(Ledger ledger, long earlier, long later) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        if (later > ledger.journal().head().size()) {
            throw new LedgerRefusedException(400, answer);
        }
        ledger.journal()
                .consistency(earlier, later)
                .forEach(hash -> answer.withArray("proof").add(hash.base64()));
        return answer;
    }

    @Test
    void headsThatGoOn_areKept_alsoWhenAnAnswerIsGivenAgain_andOnlyThoseOfTheTrusted() throws Exception {
        try (Ledger ledger = open();
                LedgerServer server = LedgerServer.start(ledger, ServerSettings.local(), Clock.systemUTC())) {
            for (String key : List.of("a", "b", "c")) {
                charge(server, signer, key);
            }
            Checkpoint third = Checkpoint.parse(Files.readString(headFile));
            charge(server, signer, "a");
            assertThat(Checkpoint.parse(Files.readString(headFile))).isEqualTo(third);
            charge(server, signer, "d");
            assertThat(Checkpoint.parse(Files.readString(headFile)).size()).isGreaterThan(third.size());
            assertThatThrownBy(() -> charge(server, SigningKey.generate(), "e"))
                    .isInstanceOf(LedgerRefusedException.class)
                    .hasMessageContaining("no trusted signature");
        }
    }

    @Test
    void ledgerThatWasRolledBack_isNoticed_belowAndBeside() throws Exception {
        charge("a");
        Path backup = folder.resolve("backup.db");
        Files.copy(database, backup);
        charge("b", "c", "d");
        Files.copy(backup, database, StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> charge("e"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rolled back");
        try (Ledger ledger = open()) {
            // Longer than what was seen, and beside it.
            for (int i = 0; i < 6; i++) {
                ledger.addAccount("more-" + i, "acme");
            }
        }
        assertThatThrownBy(() -> charge("j"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not go on");
    }
}

package io.abacusdp.ledger.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.StoredLedger;
import io.abacusdp.ledger.api.data.AccessRow;
import io.abacusdp.ledger.api.data.UntrustedLedgerException;
import io.abacusdp.ledger.journal.AccessJson;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.rest.Api.Answer;
import io.abacusdp.ledger.security.ApiKey;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.ledger.store.Postgres;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of keys, persons and proposals that whoever can write to the database plants, edits or takes away. */
class PlantedAccessTest {
    private static final SigningKey SIGNER = SigningKey.generate();

    @TempDir
    Path folder = Path.of("");

    private int databases;
    private String url = "";

    /** Made when it is first needed. */
    private static final class OnPostgres {
        static final String DATABASE = Postgres.newDatabase();
    }

    private String newDatabase(String store) {
        databases++;
        return store.equals("sqlite")
                ? "jdbc:sqlite:" + folder.resolve("ledger" + databases + ".db")
                : Postgres.newSchema(OnPostgres.DATABASE);
    }

    private Served serve() {
        return new Served(url, SIGNER, ServerSettings.local(), Clock.systemUTC());
    }

    private void execute(String statement) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement one = connection.createStatement()) {
            one.execute(statement);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void plant(AccessRow row) {
        execute("INSERT INTO ledger_access (kind, id, content) VALUES ('%s', '%s', '%s')"
                .formatted(AccessJson.kind(row), row.id(), AccessJson.write(row)));
    }

    /** A key for everything that nobody was given. */
    private ApiKey plantKey(String holder, boolean isPerson) {
        ApiKey key = ApiKey.generate();
        plant(new AccessRow.Key(
                key.id(), "planted", key.hash(), holder, isPerson, List.of("read", "quote", "charge", "admin"), null));
        return key;
    }

    private void assertRefusedAtOpening(String attack) {
        assertThatThrownBy(() -> Ledger.open(url, SIGNER, Clock.systemUTC()))
                .as(attack)
                .isInstanceOf(UntrustedLedgerException.class)
                .hasMessageContaining("a row was edited");
        assertThat(StoredLedger.verify(url, List.of(SIGNER.publicKey()), List.of())
                        .differences())
                .as(attack)
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    void plantedKey_isNotBelievedByARunningServer_norAtItsStart(String store) {
        url = newDatabase(store);
        try (Served served = serve()) {
            Api alice = served.asMaster("alice");
            assertThat(alice.get("/v1/persons").status()).isEqualTo(200);
            ApiKey service = plantKey("mallory", false);
            Answer answer = served.anonymous().as(service.text()).get("/v1/journal");
            assertThat(answer.status()).as(answer.body()).isEqualTo(401);
            execute("DELETE FROM ledger_access WHERE id = '%s'".formatted(service.id()));
            // Alice's second key, which would make her another person's equal.
            ApiKey second = plantKey("alice", true);
            assertThat(served.anonymous().as(second.text()).get("/v1/persons").status())
                    .isEqualTo(401);
            // Another server, which reads the table for the first time, refuses at once.
            assertRefusedAtOpening("a planted key");
            // What the running server writes on top does not heal it.
            Answer made = alice.post("/v1/keys", "{\"name\":\"own\",\"permissions\":[\"read\"]}");
            assertThat(made.status()).as(made.body()).isEqualTo(201);
            assertThat(served.anonymous().as(second.text()).get("/v1/persons").status())
                    .isEqualTo(503);
            assertRefusedAtOpening("a planted key, after another was made");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    void editedRow_ofWhateverKind_isRefusedAtTheStart(String store) throws SQLException {
        url = newDatabase(store);
        String proposal;
        String withdrawn;
        try (Served served = serve()) {
            served.openAccount(1);
            Api alice = served.asMaster("alice");
            served.asMaster("bob");
            served.as("trainer", Permission.CHARGE);
            served.as("gone", Permission.CHARGE);
            withdrawn = contentOf("\"name\":\"gone\"");
            assertThat(served.keys.withdraw("gone")).isTrue();
            Answer proposed = alice.post("/v1/persons", "{\"person\":\"carol\",\"reason\":\"she joins\"}");
            assertThat(proposed.status()).as(proposed.body()).isEqualTo(202);
            proposal = proposed.text("proposal");
        }
        List<String> edits = new ArrayList<>(List.of(
                "UPDATE ledger_access SET content = REPLACE(content, '\"charge\"', '\"admin\"')",
                "UPDATE ledger_access SET content = REPLACE(content, '\"is_person\":false', '\"is_person\":true')",
                "UPDATE ledger_access SET content = REPLACE(content, '\"proposed_by\":\"alice\"', '\"proposed_by\":\"bob\"')",
                "UPDATE ledger_access SET content = REPLACE(content, '\"proposed_by\"', '\"approved_by\":\"bob\",\"proposed_by\"')",
                "INSERT INTO ledger_access (kind, id, content) VALUES ('person', 'eve', '{\"id\":\"eve\"}')",
                "INSERT INTO ledger_access (kind, id, content) VALUES ('subject', 'x', '{\"id\":\"x\",\"person\":\"bob\"}')",
                "INSERT INTO ledger_access (kind, id, content) SELECT 'person', 'other', content FROM ledger_access "
                        + "WHERE kind = 'person' AND id = 'bob'",
                "INSERT INTO ledger_access (kind, id, content) VALUES ('key', 'gone', '%s')".formatted(withdrawn),
                "DELETE FROM ledger_access WHERE kind = 'person' AND id = 'bob'",
                "DELETE FROM ledger_access WHERE kind = 'proposal'",
                "UPDATE ledger_head SET access = state"));
        for (String edit : edits) {
            execute("CREATE TABLE backup AS SELECT * FROM ledger_access");
            execute("CREATE TABLE head AS SELECT * FROM ledger_head");
            execute(edit);
            assertThatThrownBy(() -> Ledger.open(url, SIGNER, Clock.systemUTC()))
                    .as(edit)
                    .isInstanceOf(UntrustedLedgerException.class);
            execute("DELETE FROM ledger_access");
            execute("INSERT INTO ledger_access SELECT * FROM backup");
            execute("UPDATE ledger_head SET access = (SELECT access FROM head)");
            execute("DROP TABLE backup");
            execute("DROP TABLE head");
        }
        // The text of a proposal counts only if it has the hash that was signed.
        execute("UPDATE ledger_access SET detail = REPLACE(detail, 'carol', 'eve') WHERE detail IS NOT NULL");
        try (Served served = serve()) {
            Answer approved = served.anotherKeyOf("bob", "bob-2").post("/v1/proposals/" + proposal + "/approve", "{}");
            assertThat(approved.status()).as(approved.body()).isEqualTo(409);
            assertThat(served.ledger.accessDesk().rows().isPerson("eve")).isFalse();
        }
    }

    private String contentOf(String part) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                ResultSet rows = connection
                        .createStatement()
                        .executeQuery("SELECT content FROM ledger_access WHERE content LIKE '%" + part + "%'")) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    /** The journal is enough to know who may ask. */
    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    void import_bringsKeysAndPersons_andNoSecrets(String store) throws IOException {
        url = newDatabase(store);
        StringWriter exported = new StringWriter();
        Api alice;
        try (Served served = serve()) {
            alice = served.asMaster("alice");
            served.asMaster("bob");
            Answer proposed = alice.post(
                    "/v1/subjects",
                    "{\"issuer\":\"https://id.example\",\"subject\":\"b.jones\",\"person\":\"bob\",\"reason\":\"hers\"}");
            assertThat(proposed.status()).as(proposed.body()).isEqualTo(202);
            served.ledger.journal().export(exported);
        }
        // Neither the key, nor what a provider calls its people.
        assertThat(exported.toString()).doesNotContain("abacus_").doesNotContain("b.jones");
        url = newDatabase(store);
        StoredLedger.restore(url, new StringReader(exported.toString()), List.of(SIGNER.publicKey()));
        try (Served served = serve()) {
            assertThat(alice.at(served.server.port()).get("/v1/persons").body())
                    .contains("alice")
                    .contains("bob");
            assertThat(served.ledger
                            .journal()
                            .verify(List.of(SIGNER.publicKey()), List.of())
                            .isSound())
                    .isTrue();
        }
    }
}

package io.abacusdp.ledger.rest;

import static io.abacusdp.ledger.rest.Served.GAUSSIAN;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.ledger.core.Fact;
import io.abacusdp.ledger.journal.Receipt;
import io.abacusdp.ledger.rest.Api.Answer;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.ledger.store.Postgres;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every step of a reservation is proven by its answer. */
class ReservationReceiptTest {
    @TempDir
    Path folder = Path.of("");

    private static String reserve(Api api, String key) {
        Answer answer = api.keyed(key)
                .post("/v1/reservations", "{\"account\":\"acme\",\"event\":%s,\"ttl\":600}".formatted(GAUSSIAN));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.text("reservation");
    }

    private static Receipt receipt(Served served, Api api, String id, String step, String body) {
        Answer answer = api.post("/v1/reservations/" + id + "/" + step, body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        Receipt receipt = Receipt.read(answer.json().path("receipt"));
        assertThat(receipt.isIncluded()).isTrue();
        assertThat(receipt.head().isSignedByOneOf(List.of(served.signer.publicKey())))
                .isTrue();
        return receipt;
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgresql"})
    void everyStep_hasAReceipt_andTheSameAgainHasThatOfTheSameEntry(String store) {
        String url = store.equals("sqlite")
                ? "jdbc:sqlite:" + folder.resolve("ledger.db")
                : Postgres.newSchema(Postgres.newDatabase());
        try (Served served = Served.at(url)) {
            served.openAccount(1);
            Api api = served.as("trainer", Permission.CHARGE);
            String run = reserve(api, "run");
            String commit = "{\"event\":" + GAUSSIAN + "}";
            Receipt extended = receipt(served, api, run, "extend", "{\"ttl\":900}");
            assertThat(extended.stamped().fact())
                    .isInstanceOfSatisfying(
                            Fact.Extended.class,
                            fact -> assertThat(fact.reservation()).isEqualTo(run));
            // A shorter one changes nothing.
            assertThat(receipt(served, api, run, "extend", "{\"ttl\":1}").entry())
                    .isEqualTo(extended.entry());
            Receipt started = receipt(served, api, run, "start", "{}");
            assertThat(started.stamped().fact()).isEqualTo(new Fact.Started(run));
            assertThat(receipt(served, api, run, "start", "{}").entry()).isEqualTo(started.entry());
            Receipt committed = receipt(served, api, run, "commit", commit);
            assertThat(committed.stamped().fact())
                    .isInstanceOfSatisfying(
                            Fact.Committed.class,
                            fact -> assertThat(fact.reservation()).isEqualTo(run));
            String other = reserve(api, "other");
            Receipt released = receipt(served, api, other, "release", "{}");
            assertThat(released.stamped().fact()).isEqualTo(new Fact.Released(other));
            assertThat(receipt(served, api, run, "commit", commit).entry()).isEqualTo(committed.entry());
            assertThat(receipt(served, api, other, "release", "{}").entry()).isEqualTo(released.entry());
        }
    }
}

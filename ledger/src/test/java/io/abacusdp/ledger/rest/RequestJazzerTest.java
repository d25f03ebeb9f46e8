package io.abacusdp.ledger.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import io.abacusdp.format.InvalidEventException;
import io.abacusdp.ledger.rest.Api.Answer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Inputs that Jazzer makes up, or that it kept: in the folders of test resources that are named after the methods. */
class RequestJazzerTest {
    private static final List<String> PATHS = List.of(
            "/v1/charges",
            "/v1/reservations",
            "/v1/quote",
            "/v1/accounts",
            "/v1/datasets",
            "/v1/budgets",
            "/v1/windows");

    @TempDir
    static Path folder;

    private static Served served;
    private static Api api;
    private static int number;

    @BeforeAll
    static void start() {
        served = Served.at("jdbc:sqlite:" + folder.resolve("ledger.db"));
        api = served.asMaster("fuzz");
        Served.openAccount(api, 1);
    }

    @AfterAll
    static void stop() {
        try {
            assertThat(served.ledger
                            .store()
                            .verify(List.of(served.signer.publicKey()), List.of())
                            .isSound())
                    .isTrue();
        } finally {
            served.close();
        }
    }

    @FuzzTest(maxDuration = "60s")
    void event_ofAnyText_isReadAsItIsWrittenOrRefused(byte[] text) {
        DpEvent event;
        try {
            event = EventJson.read(new String(text, StandardCharsets.UTF_8));
        } catch (InvalidEventException refused) {
            return;
        }
        assertThat(EventJson.read(EventJson.write(event))).isEqualTo(event);
    }

    @FuzzTest(maxDuration = "60s")
    void body_ofAnyBytes_isAnsweredWithoutAFaultOfTheServer(byte[] body) {
        for (String path : PATHS) {
            Answer answer = api.keyed("k" + number++).post(path, body);
            assertThat(answer.status()).as(path).isIn(200, 201, 202, 400, 404, 409, 413, 422);
        }
    }
}

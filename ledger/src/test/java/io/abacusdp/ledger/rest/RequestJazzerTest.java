package io.abacusdp.ledger.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.BugDetectors;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.abacusdp.ledger.rest.Api.Answer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Inputs that Jazzer makes up, or that it kept: in the folders of test resources that are named after the methods. */
@Tag("slow")
class RequestJazzerTest {
    @TempDir
    static Path folder;

    private static Served served;
    private static Api api;
    private static int number;

    @BeforeAll
    static void start() {
        served = Served.at("jdbc:sqlite:" + folder.resolve("ledger.db"));
        api = served.asMaster("fuzz");
        served.openAccount(1);
    }

    @AfterAll
    static void stop() {
        try {
            assertThat(served.ledger
                            .journal()
                            .verify(List.of(served.signer.publicKey()), List.of())
                            .isSound())
                    .isTrue();
        } finally {
            served.close();
        }
    }

    @FuzzTest(maxDuration = "60s")
    void body_ofAnyBytes_isAnsweredWithoutAFaultOfTheServer(byte[] body) {
        // Jazzer takes a connection for a fault, unless it is told that this is what the test is about.
        BugDetectors.allowNetworkConnections((host, port) -> host.equals("localhost") || host.equals("127.0.0.1"));
        for (String path : Api.PATHS_WITH_A_BODY) {
            Answer answer = api.keyed("k" + number++).post(path, body);
            assertThat(answer.status()).as(path).isIn(200, 201, 202, 400, 404, 409, 413, 422);
        }
    }
}

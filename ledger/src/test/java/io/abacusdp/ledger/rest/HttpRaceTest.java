package io.abacusdp.ledger.rest;

import static io.abacusdp.ledger.rest.Served.GAUSSIAN;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.ledger.core.Scope;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.ledger.store.Postgres;
import java.nio.file.Path;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A budget that fits exactly 1,000 charges of rho 0.005, and 64 clients that want it. */
class HttpRaceTest {
    private static final int FIT = 1000;
    /** Half a charge more than 1,000. */
    private static final double RHO = 0.005 * (FIT + 0.5);

    @Test
    void race_onSqlite_isWonExactlyAThousandTimes(@TempDir Path folder) throws Exception {
        try (Served served = Served.at("jdbc:sqlite:" + folder.resolve("ledger.db"))) {
            race(served, List.of(served.server.port()));
        }
    }

    @Test
    void race_onTwoServersOfOnePostgres_isWonExactlyAThousandTimes() throws Exception {
        String url = Postgres.newDatabase();
        SigningKey signer = SigningKey.generate();
        try (Served one = new Served(url, signer, ServerSettings.local(), Clock.systemUTC());
                Served two = new Served(url, signer, ServerSettings.local(), Clock.systemUTC())) {
            race(one, List.of(one.server.port(), two.server.port()));
        }
    }

    private static void race(Served served, List<Integer> ports) throws Exception {
        String key = served.keys.issue("racer", EnumSet.allOf(Permission.class)).text();
        Served.openAccount(served.anonymous().as(key), RHO);
        HttpRace.run(ports, key, Served.charge("acme", GAUSSIAN), FIT);
        assertThat(served.ledger.scope(Scope.account("acme")).charges()).isEqualTo(FIT);
        assertThat(served.ledger
                        .store()
                        .verify(List.of(served.signer.publicKey()), List.of())
                        .isSound())
                .isTrue();
    }
}

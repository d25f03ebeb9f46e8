package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.federated.privacy.PrivacyStyle;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FederationServerTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(PrivacyStyle.class)
    void run_ofEveryStyle_makesAllRounds(PrivacyStyle style) throws Exception {
        Federation federation = Federation.of(directory, style);
        FederationServer.Ended ended = federation.begin();
        assertThat(ended.ending()).isEqualTo(FederationServer.Ending.PLAN_DONE);
        assertThat(federation.reports).hasSize(3);
        RoundReport last = federation.reports.get(2);
        assertThat(last.epsilonSample().isPresent()).isEqualTo(style != PrivacyStyle.USER);
        assertThat(last.epsilonUser().isPresent()).isEqualTo(style.protectsClients());
    }

    @Test
    void run_withSecureAggregation_makesAllRounds() throws Exception {
        Federation federation = Federation.of(directory, PrivacyStyle.HYBRID);
        federation.isSecure = true;
        FederationServer.Ended ended = federation.begin();
        assertThat(ended.ending()).isEqualTo(FederationServer.Ending.PLAN_DONE);
    }
}

package io.abacusdp.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.event.Gaussian;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class HttpLoadTest {
    private static HttpLoad nobodyThere() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new HttpLoad(free.getLocalPort(), "key", List.of("account"), List.of(new Gaussian(10)));
        }
    }

    @Test
    void load_onAServerThatIsAway_isAFailureThatSaysSo() throws IOException {
        HttpLoad load = nobodyThere();
        assertThatThrownBy(() -> load.balanceP99Millis(1))
                .isInstanceOf(LoadFailedException.class)
                .hasMessageContaining("the server does not answer");
        assertThatThrownBy(() -> load.asFastAsPossible(0.1))
                .isInstanceOf(LoadFailedException.class)
                .hasMessageContaining("a client failed");
    }

    @Test
    void load_interrupted_endsAndSaysSo() throws IOException {
        HttpLoad load = nobodyThere();
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> load.asFastAsPossible(0.1)).hasMessage("interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}

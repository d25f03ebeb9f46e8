package io.abacusdp.federated.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StreamsTest {
    @Test
    void insecure_isTheSameForTheSameUseAndAnotherForAnyOther() {
        Streams streams = Streams.insecureForTests(5);
        long one = streams.source("noise of a", 1, 0).nextLong();

        assertThat(Streams.insecureForTests(5).source("noise of a", 1, 0).nextLong())
                .isEqualTo(one);
        Set<Long> others = new HashSet<>();
        others.add(one);
        others.add(streams.source("noise of b", 1, 0).nextLong());
        others.add(streams.source("noise of a", 0, 1).nextLong());
        others.add(streams.source("noise of a", 1).nextLong());
        others.add(streams.source("noise of a", 1, 0, 0).nextLong());
        others.add(Streams.insecureForTests(6).source("noise of a", 1, 0).nextLong());
        assertThat(others).hasSize(6);
        assertThat(streams.isSecure()).isFalse();
        assertThat(streams.describe()).contains("INSECURE", "5");
    }

    @Test
    void secure_isNeverTheSame() {
        Streams streams = Streams.secure();

        assertThat(streams.source("x", 1).nextLong())
                .isNotEqualTo(streams.source("x", 1).nextLong());
        assertThat(streams.source("x", 1).isSecure()).isTrue();
        assertThat(streams.describe()).isEqualTo("secure");
    }
}

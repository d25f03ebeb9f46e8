package io.abacusdp.training.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomStreamsTest {
    @Test
    void insecure_isTheSameForTheSameUseAndAnotherForAnyOther() {
        RandomStreams streams = RandomStreams.insecureForTests(5);
        long one = streams.source("noise of a", 1, 0).nextLong();

        assertThat(RandomStreams.insecureForTests(5).source("noise of a", 1, 0).nextLong())
                .isEqualTo(one);
        Set<Long> others = new HashSet<>();
        others.add(one);
        others.add(streams.source("noise of b", 1, 0).nextLong());
        others.add(streams.source("noise of a", 0, 1).nextLong());
        others.add(streams.source("noise of a", 1).nextLong());
        others.add(streams.source("noise of a", 1, 0, 0).nextLong());
        others.add(RandomStreams.insecureForTests(6).source("noise of a", 1, 0).nextLong());
        assertThat(others).hasSize(6);
        assertThat(streams.isSecure()).isFalse();
        assertThat(streams.describe()).contains("INSECURE", "5");
    }

    @Test
    void secure_isNeverTheSame() {
        RandomStreams streams = RandomStreams.secure();

        assertThat(streams.source("x", 1).nextLong())
                .isNotEqualTo(streams.source("x", 1).nextLong());
        assertThat(streams.source("x", 1).isSecure()).isTrue();
        assertThat(streams.describe()).isEqualTo("secure");
    }
}

package io.abacusdp.training.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class NoiseSourceTest {
    /** AES-256 of the zero block under the zero key: the hash key of test case 13 in McGrew and Viega's GCM, 2005. */
    @Test
    void keyOfZeros_givesThePublishedBlock() {
        NoiseSource zeros = NoiseSource.insecureForTests(0);

        // dc95c078a2408989 ad48a21492842087, eight bytes at a time, lowest first.
        assertThat(zeros.nextLong()).isEqualTo(0x898940a278c095dcL);
        assertThat(zeros.nextLong()).isEqualTo(0x8720849214a248adL);
    }

    /** Two of 40,000 random numbers of 64 bits are equal with probability below 5e-11. */
    @Test
    void secureSources_shareNothing() {
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            NoiseSource source = NoiseSource.secure();
            for (int j = 0; j < 10_000; j++) {
                assertThat(seen.add(source.nextLong())).isTrue();
            }
        }
    }

    @Test
    void testSources_repeatBySeedAlone() {
        NoiseSource one = NoiseSource.insecureForTests(7);
        NoiseSource same = NoiseSource.insecureForTests(7);
        NoiseSource other = NoiseSource.insecureForTests(8);

        for (int i = 0; i < 3000; i++) {
            long value = one.nextLong();
            assertThat(same.nextLong()).isEqualTo(value);
            assertThat(other.nextLong()).isNotEqualTo(value);
        }
    }

    @Test
    void aSource_saysWhetherItIsSecure_andNotItsState() {
        NoiseSource secure = NoiseSource.secure();
        NoiseSource insecure = NoiseSource.insecureForTests(1);

        assertThat(secure.isSecure()).isTrue();
        assertThat(secure).hasToString("AES-256-CTR under a fresh key");
        assertThat(insecure.isSecure()).isFalse();
        assertThat(insecure).hasToString("INSECURE: AES-256-CTR under a key for tests");
        assertThat(new GaussianNoise(secure).isSecure()).isTrue();
        assertThat(new GaussianNoise(insecure).isSecure()).isFalse();
    }

    /** What JDK-8273056 did: the position within the overhang without the edge of the layer. */
    @Test
    void faultyZiggurat_isRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Ziggurat.requireCorrect(g -> 1e-19))
                .withMessageContaining("JDK-8273056");
        assertThatIllegalStateException().isThrownBy(() -> Ziggurat.requireCorrect(g -> Double.NaN));
        assertThatIllegalStateException().isThrownBy(() -> Ziggurat.requireCorrect(g -> 1.2));
        assertThatCode(() -> Ziggurat.requireCorrect(RandomGenerator::nextGaussian))
                .doesNotThrowAnyException();
    }
}

package io.abacusdp.training.sum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SumSensitivityTest {
    /** By hand: B = 192·193, N = 1508, η = 2^-24·B·(1 + 384·2^-24) + √P·2^-33·3017. */
    @Test
    void excess_isThatOfTheFormula() {
        assertThat(SumSensitivity.excess(1)).isCloseTo(0.0022091115, within(1e-10));
        assertThat(SumSensitivity.excess(1_000_000)).isCloseTo(0.0025599853, within(1e-10));
        assertThat(SumSensitivity.excess(100_000_000)).isCloseTo(0.0057210105, within(1e-10));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SumSensitivity.excess(Integer.MAX_VALUE))
                .withMessageContaining("at most 0.01, got 2147483647");
        assertThat(SumSensitivity.excessOneByOne(1_000_000)).isCloseTo(1000 * 0x1p-33 + 1e6 * 0x1p-53, within(1e-15));
    }

    /** What the proof asks: T = Σ n(n + 1) ≤ 192·193 in at most 64 parts, or rows one by one, and never the former after that. */
    @ParameterizedTest
    @ValueSource(ints = {6, 60, 100, 192, 2048})
    void parts_ofGroupsOfAllSizes_areWhatTheProofAsks(int mostRows) {
        boolean oneByOne = false;
        for (int rows = 1; rows < 4000; rows++) {
            int parts = SumSensitivity.parts(rows, mostRows);
            assertThat(SumSensitivity.partStart(0, parts, rows)).isZero();
            assertThat(SumSensitivity.partStart(parts, parts, rows)).isEqualTo(rows);
            long triangles = 0;
            long most = 0;
            for (int part = 0; part < parts; part++) {
                long size = SumSensitivity.partStart(part + 1, parts, rows)
                        - (long) SumSensitivity.partStart(part, parts, rows);
                most = Math.max(most, size);
                triangles += size * (size + 1);
            }
            assertThat(most).isBetween(1L, (long) mostRows);
            oneByOne |= parts > 64;
            if (oneByOne) {
                assertThat(parts).isEqualTo(rows);
            } else {
                assertThat(rows).isLessThanOrEqualTo(1508);
                assertThat(triangles).isLessThanOrEqualTo(192 * 193);
            }
        }
        assertThat(oneByOne).isTrue();
        assertThat(SumSensitivity.parts(192, 2048)).isEqualTo(1);
        assertThat(SumSensitivity.parts(193, 2048)).isEqualTo(2);
        assertThat(SumSensitivity.parts(1508, 2048)).isEqualTo(64);
    }

    @Test
    void groups_comeFromTheExpectedLot() {
        assertThat(SumSensitivity.groups(1)).isEqualTo(1);
        assertThat(SumSensitivity.groups(160)).isEqualTo(1);
        assertThat(SumSensitivity.groups(161)).isEqualTo(2);
        assertThat(SumSensitivity.groups(10_000_000)).isEqualTo(62_500);
        assertThatIllegalArgumentException().isThrownBy(() -> SumSensitivity.groups(0));
    }
}

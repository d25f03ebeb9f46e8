package io.abacusdp.cli.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.cli.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How batches are made, who is protected, and tuning: flags of epsilon, noise and statement. */
class PlanOptionsTest {
    private static final String RUN =
            "epsilon --noise-multiplier 1 --examples 60000 --batch-size 600 --epochs 10 --delta 1e-5 ";

    /** The table of the README. */
    @ParameterizedTest
    @CsvSource({
        "--sampling poisson, 1.82824, exact",
        "--sampling allocated, 1.7015, exact",
        "--sampling without_replacement, 13.3609, exact",
        "--sampling shuffled --adjacency zero_out, 17.8569, pld",
        "--records-per-user 4, 8.8992, exact",
        "--tuned-over 10, 2.87097, selection",
    })
    void epsilon_sameNoise_costsWhatTheReadmeSays(String flags, double epsilon, String accountant) {
        Run run = Run.of(RUN + flags);
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.figure("epsilon")).isCloseTo(epsilon, within(1.1e-5 * epsilon));
        assertThat(run.lines()).contains("accountant " + accountant);
    }

    @Test
    void epsilon_shuffled_saysWhatPoissonWouldClaim() {
        Run run = Run.of(RUN + "--sampling shuffled --adjacency zero_out");
        assertThat(run.lines())
                .contains(
                        "note accounted as Poisson this would claim 1.82824; what is proven is between 6.74162 and 17.8569");
        Run refused = Run.of(RUN + "--sampling shuffled");
        assertThat(refused.status()).isEqualTo(3);
        assertThat(refused.err()).contains("zero_out");
    }

    @Test
    void epsilon_bands_isThatOfSparserSamplesAtAHigherRate() {
        assertThat(Run.of(RUN + "--bands 4").figure("epsilon"))
                .isEqualTo(Run.of("epsilon --noise-multiplier 1 --sampling-rate 0.04 --steps 250 --delta 1e-5")
                        .figure("epsilon"));
        assertThat(Run.of(RUN + "--bands 101").err()).contains("at most 1");
        assertThat(Run.of(RUN + "--bands 4 --sampling allocated").err()).contains("--bands is for");
    }

    @Test
    void noise_ofUsersAndTuning_reachesTheTarget() {
        Run run = Run.of("noise --epsilon 8 --delta 1e-5 --sampling-rate 0.01 --steps 1000 --records-per-user 4");
        String noise = String.valueOf(run.figure("noise_multiplier"));
        Run check =
                Run.of("epsilon --sampling-rate 0.01 --steps 1000 --records-per-user 4 --delta 1e-5 --noise-multiplier "
                        + noise);
        assertThat(check.figure("epsilon")).isCloseTo(8, within(1e-4)).isLessThanOrEqualTo(8);
    }

    @Test
    void statement_ofUsersAndTuning_saysBoth() {
        Run run = Run.of("statement --noise-multiplier 2 --examples 10000 --batch-size 100 --epochs 2 --delta 1e-6"
                + " --records-per-user 3 --tuned-over 5:logarithmic");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("a user with up to 3 records", "the best of a random number of runs", "by selection");
    }

    @ParameterizedTest
    @CsvSource({
        "--tuned-over 0.5, a mean of at least 1",
        "--tuned-over 3:often, geometric",
        "--records-per-user 0, an integer from 1",
        "--sampling sorted, poisson",
    })
    void flags_outOfRange_areRefusedWithTheirRange(String flags, String range) {
        Run run = Run.of(RUN + flags);
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains(range);
    }

    @Test
    void sampling_ofFixedSizeWithoutSizes_isRefused() {
        Run run = Run.of(
                "epsilon --noise-multiplier 1 --sampling-rate 0.01 --steps 10 --delta 1e-5 --sampling without_replacement");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("--examples");
    }
}

package io.abacusdp.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PateCommandTest {
    @TempDir
    private Path files;

    private Path votes = Path.of("");

    /** 5000 teachers, who agree on 180 questions and not on 20. */
    @BeforeEach
    void write() throws IOException {
        StringBuilder text = new StringBuilder("cat,dog,bird\n");
        for (int i = 0; i < 200; i++) {
            text.append(i % 10 == 9 ? "1700,1700,1600\n" : "4900,60,40\n");
        }
        votes = files.resolve("votes.csv");
        Files.writeString(votes, text);
    }

    private Run pate(String options) {
        return Run.of("pate %s --out %s --format json %s"
                .formatted(votes, files.resolve("labels.csv"), options)
                .strip());
    }

    /**
     * 200 tests with noise 100 and 200 answers with noise 50: Gaussians of μ² = 200/100² + 200·2/50² = 0.18 in all, priced by a bisection of
     * the analytic Gaussian mechanism below.
     */
    @Test
    void answers_costWhatTheyCostForAnyVotes() throws IOException {
        Run run = pate("--noise 50 --threshold 3000 --threshold-noise 100 --delta 1e-5");

        assertThat(run.status()).as(run.err()).isZero();
        JsonNode said = run.json().get(0);
        assertThat(said.path("epsilon_for_any_votes").asDouble())
                .isBetween(gaussian(Math.sqrt(0.18)) * (1 - 1e-9), gaussian(Math.sqrt(0.18)) * (1 + 1e-6));
        assertThat(said.path("answers").asInt()).isEqualTo(180);
        assertThat(said.has("epsilon_at_these_votes")).isFalse();
        assertThat(Files.readAllLines(files.resolve("labels.csv"))).hasSize(201).startsWith("answer", "cat");
        assertThat(Files.readAllLines(files.resolve("labels.csv")).get(10)).isEmpty();
    }

    /** The epsilon at which Φ(−ε/μ + μ/2) − e^ε·Φ(−ε/μ − μ/2) = 1e-5, with Φ by Simpson's rule. */
    private static double gaussian(double mu) {
        double low = 0;
        double high = 50;
        for (int i = 0; i < 80; i++) {
            double middle = (low + high) / 2;
            double delta = cdf(-middle / mu + mu / 2) - Math.exp(middle) * cdf(-middle / mu - mu / 2);
            if (delta > 1e-5) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private static double cdf(double x) {
        int steps = 20_000;
        double from = x - 14;
        double width = 14.0 / steps;
        double sum = 0;
        for (int i = 0; i <= steps; i++) {
            double z = from + i * width;
            sum += (i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2) * Math.exp(-z * z / 2);
        }
        return sum * width / 3 / Math.sqrt(2 * Math.PI);
    }

    @Test
    void fewerAnswers_costLess() throws IOException {
        double all = pate("--noise 50 --delta 1e-5")
                .json()
                .get(0)
                .path("epsilon_for_any_votes")
                .asDouble();
        Files.delete(files.resolve("labels.csv"));
        double few = pate("--noise 50 --delta 1e-5 --answers 50")
                .json()
                .get(0)
                .path("epsilon_for_any_votes")
                .asDouble();

        assertThat(few).isLessThan(0.6 * all);
    }

    /** The figure is the one that noise was added to: where votes agree, it is far below what holds for any. */
    @Test
    void publishedBound_ofVotesThatAgree_isLessThanForAnyVotes() {
        Run run = pate("--noise 20 --threshold 3000 --threshold-noise 100 --delta 1e-5 --data-dependent");

        JsonNode said = run.json().get(0);
        assertThat(said.path("epsilon_at_these_votes").asDouble())
                .isLessThan(0.5 * said.path("epsilon_for_any_votes").asDouble());
    }

    @Test
    void answers_thatCostMoreThanAllowed_areNotPublished() {
        Run run = pate("--noise 20 --delta 1e-5 --data-dependent --epsilon 0.5");

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.err()).contains("none is published").contains("The bound itself is paid for");
        assertThat(files.resolve("labels.csv")).doesNotExist();
    }

    @Test
    void answers_withinTheLimit_arePublishedUnderIt() {
        Run run = pate("--noise 20 --threshold 3000 --threshold-noise 100 --delta 1e-5 --data-dependent --epsilon 2");

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.json().get(0).path("epsilon_by_test_of_figure").asDouble())
                .isEqualTo(2);
        assertThat(run.json().get(0).has("epsilon_at_these_votes")).isFalse();
    }

    @Test
    void votes_thatAreNone_areRefusedWithoutTellingThem() throws IOException {
        Files.writeString(votes, "a,b\n3,4\n5,4\n");
        assertThat(pate("--noise 5 --delta 1e-5").err()).contains("row 2 has others than row 1");
        Files.writeString(votes, "a,b\n3,secret\n");
        Run run = pate("--noise 5 --delta 1e-5");
        assertThat(run.err())
                .contains("row 1, column 2 must be a number of votes")
                .doesNotContain("secret");
        assertThat(run.status()).isEqualTo(2);
    }

    @Test
    void answers_areNotDrawnTwice() {
        assertThat(pate("--noise 50 --delta 1e-5").status()).isZero();
        assertThat(pate("--noise 50 --delta 1e-5").err()).contains("is there already");
    }
}

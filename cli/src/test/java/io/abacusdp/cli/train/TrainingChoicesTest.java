package io.abacusdp.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Options that are public choices or post-processing: the report names them, and they cost nothing. */
class TrainingChoicesTest {
    @TempDir
    private Path scratch;

    @Test
    void train_withEveryChoice_namesItInTheReportAndCostsTheSame() throws IOException {
        Map<String, List<String>> ways = Map.of(
                "--optimiser adamw --learning-rate 0.01 --betas 0.8,0.95",
                List.of("Decaying[choice=WithAdam[beta1=0.8, beta2=0.95], decay=0.01]"),
                "--momentum 0.5 --weight-decay 0.001 --warm-up 3",
                List.of("Decaying[choice=WithMomentum[momentum=0.5], decay=0.001]", "WarmUp[steps=3,"),
                "--average 0.9 --clip 0.4 --clip-end 0.1",
                List.of("running average of the models", "Moving[norm=0.4, last=0.1, factor="),
                "--label-smoothing 0.1 --class-weights 1,2,1,2,1,2,1,2,1,2",
                List.of("LossSettings[smoothing=0.1, classWeights=[1.0, 2.0,"),
                "--views 4 --shift 1 --mirror --model cnn_tanh",
                List.of("Views[count=4, shift=1, mirrored=true]"),
                "--adaptive 0.6 --adaptive-rate 0.5",
                List.of("Adaptive[norm=0.2, quantile=0.6, rate=0.5,"));
        int number = 0;
        for (Map.Entry<String, List<String>> way : ways.entrySet()) {
            Path out = scratch.resolve("run" + number++);

            Run run = Run.of("train --lot 256 --epochs 2 --noise-multiplier 4 --out " + out + " " + way.getKey());

            assertThat(run.status()).as(way.getKey() + run.err()).isZero();
            assertThat(run.figure("steps")).isEqualTo(12);
            Run plain =
                    Run.of("epsilon --noise-multiplier 4 --sampling-rate 0.17777777777777778 --steps 12 --delta 1e-5");
            assertThat(run.figure("epsilon")).isEqualTo(plain.figure("epsilon"));
            assertThat(Files.readString(out.resolve("release").resolve("report.json")))
                    .contains(way.getValue());
        }
    }

    /** The mean is a Gaussian on everybody beside the steps, in the plan, in the charges and for who checks them. */
    @Test
    void train_centred_chargesTheMeanAndChecks() throws IOException {
        Path out = scratch.resolve("run");

        Run run = Run.of("train --lot 256 --epochs 2 --noise-multiplier 4 --centre 8 --out " + out);
        Path event = Files.writeString(scratch.resolve("event.json"), """
                {"type":"composed","events":[{"type":"gaussian","noise_multiplier":8},{"type":"repeated","count":12,"event":
                {"type":"poisson_sampled","rate":0.17777777777777778,"event":{"type":"gaussian","noise_multiplier":4}}}]}""");

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.figure("epsilon"))
                .isEqualTo(Run.of("epsilon --events " + event + " --delta 1e-5").figure("epsilon"));
        assertThat(Files.readString(out.resolve("release").resolve("report.json")))
                .contains("released with noise multiplier 8.0 and is charged with the first step");
        Run check = Run.of("check " + out);
        assertThat(check.status()).as(check.out() + check.err()).isZero();
        assertThat(check.out()).contains("the mean of noise multiplier 8.0 that examples are centred by is charged");
        Path report = out.resolve("release").resolve("report.json");
        Path forged = scratch.resolve("report.json");
        Files.writeString(forged, Files.readString(report).replace("\"centring\" : \"8.0\"", "\"centring\" : \"4.0\""));
        assertThat(Run.of("check " + forged).out()).contains("which is not charged with the first step");
        assertThat(Run.of("train --model cnn --centre 8 --out " + scratch.resolve("none"))
                        .err())
                .contains("centring needs a model whose first layer is linear");
    }

    /** The plan of the real run, and no trace of one. */
    @Test
    void train_asADryRun_printsThePlanAndTouchesNothing() throws IOException {
        Path out = scratch.resolve("run");
        String options = "train --lot 256 --epochs 2 --epsilon 2 --format json --out " + out;

        Run dry = Run.of(options + " --dry-run");
        assertThat(dry.status()).as(dry.err()).isZero();
        assertThat(out).doesNotExist();
        JsonNode plan = dry.json().get(0);
        Run real = Run.of(options);
        JsonNode result = real.json().get(real.json().size() - 1);

        for (String field : List.of("epsilon", "delta", "noise_multiplier", "steps")) {
            assertThat(plan.path(field)).as(field).isEqualTo(result.path(field));
        }
        assertThat(plan.path("estimated_seconds").doubleValue()).isNotNegative();
        assertThat(plan.path("parameters").intValue()).isEqualTo(650);
    }

    @Test
    void train_withChoicesThatExcludeEachOther_isRefusedByName() {
        Map<String, String> wrong = Map.of(
                "--optimiser sgd --momentum 0.5", "--momentum is for --optimiser momentum, got sgd",
                "--betas 0.9,0.99", "--betas is for --optimiser adam or adamw, got momentum",
                "--optimiser adam --betas 0.9", "--betas must be two numbers, such as 0.9,0.999, got 1",
                "--adaptive --clip-end 2", "--per-layer, --adaptive and --clip-end exclude each other",
                "--adaptive-rate 1", "--adaptive-rate is for --adaptive, got none",
                "--class-weights 1,2", "one weight for each of 10 classes, got 2",
                "--views 3", "several views must differ: a shift or a mirror is needed, got neither",
                "--features scattering --views 2 --shift 1", "are of pictures as they are, and features are scattering",
                "--average 1", "must be a number in [0, 1), got 1");
        wrong.forEach((options, message) -> {
            Run run = Run.of("train --out " + scratch.resolve("none") + " " + options);

            assertThat(run.status()).as(options).isEqualTo(2);
            assertThat(run.err()).contains(message);
        });
        assertThat(scratch.resolve("none")).doesNotExist();
    }
}

package io.abacusdp.cli.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Run;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files in the forms of the libraries themselves; where those come from is in the Javadoc of their readers. */
class ImportCommandTest {
    private static final String OPACUS = "{\"history\": [[1.5, 0.04, 2250]], \"mechanism\": \"rdp\"}";
    private static final String FLOWER = """
            {"schema_version": 1, "backend": "rdp", "config": {"target_delta": 1e-06, "population_size": 1000,
             "neighboring_relation": "add-or-remove-one", "sampling_method": "no-amplification", "max_epsilon": null},
             "orders": [1.5, 2.0, 3.0, 4.0, 8.0, 16.0], "compositions": [{"event": {"noise_multiplier": 1.2,
             "sample_size": 10, "population_size": 1000}, "count": 20}]}
            """;
    private static final String POISSON_EVENT = "SelfComposedDpEvent(event=PoissonSampledDpEvent("
            + "sampling_probability=0.04, event=GaussianDpEvent(noise_multiplier=1.5)), count=2250)";
    private static final String TF_FLAGS = """
            compute_dp_sgd_privacy --N=60000 --batch_size=256 \\
                --noise_multiplier=1.12 --epochs=60 --delta=1e-5
            """;

    /** As examples/advanced/brats18 of NVFlare has it. */
    private static final String NVFLARE = """
            {"format_version": 2, "executors": [], "task_result_filters": [{"tasks": ["train"], "filters": [
              {"path": "nvflare.app_common.filters.svt_privacy.SVTPrivacy",
               "args": {"fraction": 0.9, "epsilon": 0.001, "noise_var": 1.0, "gamma": 1e-4}}]}],
             "task_data_filters": [], "components": []}
            """;

    private static final String FEDMED = """
            {"target_delta": 1e-5, "sample_history": [[1.0, 0.1, 100], [1.0, 0.1, 100], [1.0, 0.1, 100]],
             "user_history": [], "cumulative_sample_epsilon": 13.6, "cumulative_user_epsilon": 0.0,
             "partial_round_epsilon": 0.0}
            """;

    private static Run run(String text, String options) {
        return Run.withInput(text, ("import - " + options).strip().replaceAll(" +", " "));
    }

    private static JsonNode json(String text, String options) {
        Run run = run(text, options + " --format json");
        assertThat(run.status()).as(run.err()).isZero();
        return run.json().get(0);
    }

    private static JsonNode reading(JsonNode answer, String id) {
        for (JsonNode reading : answer.get("readings")) {
            if (reading.get("id").textValue().equals(id)) {
                return reading;
            }
        }
        throw new AssertionError("no reading " + id + " in " + answer);
    }

    private static double claim(JsonNode answer, int index) {
        return answer.get("claims").get(index).get("epsilon").doubleValue();
    }

    /** The first figure is what Opacus' own test expects, the second is in sgm_epsilon.csv, made outside of this project. */
    @Test
    void opacus_history_isTheExactFigureBesideOpacusOwn() {
        assertThat(claim(json(OPACUS, "--delta 1e-5"), 0)).isCloseTo(7.32911117143, within(1e-9));

        JsonNode other =
                json("{\"history\": [[1.43939, 0.0115778, 292]], \"mechanism\": \"rdp\"}", "--delta 4.74706e-09");
        assertThat(reading(other, "poisson").get("value").doubleValue()).isCloseTo(0.942876851877342, within(1e-9));
        // Once in each of ⌈292/86⌉ = 4 epochs, without sampling: a Gaussian of noise σ/2, solved by bisection in
        // Python.
        // hand).
        assertThat(reading(other, "shuffled").get("value").doubleValue()).isCloseTo(8.545477945, within(1e-7));
        assertThat(reading(other, "shuffled").get("lower").isNull()).isTrue();
        assertThat(reading(other, "shuffled_replaced").get("value").doubleValue())
                .isGreaterThan(reading(other, "shuffled").get("value").doubleValue());
    }

    /** Opacus' formula (analysis/gdp.py), solved by bisection in Python; the exact figure is 6.7688. */
    @Test
    void opacus_gdp_isMarkedAsAnEstimate() {
        JsonNode answer = json(OPACUS.replace("\"rdp\"", "\"gdp\""), "--delta 1e-5");

        assertThat(claim(answer, 0)).isCloseTo(6.601567090158, within(1e-9));
        assertThat(answer.get("claims").get(0).get("notes").toString()).contains("can under-report");
        assertThat(reading(answer, "poisson").get("value").doubleValue()).isGreaterThan(6.76);
    }

    /** What json.dumps(state, default=str) makes of the method that Opacus does not call. */
    @Test
    void opacus_mechanismThatWasNotCalled_isRead() {
        Run run = run(
                OPACUS.replace(
                        "\"rdp\"",
                        "\"<bound method RDPAccountant.mechanism of <class 'opacus.accountants.rdp.RDPAccountant'>>\""),
                "--event poisson");

        assertThat(run.status()).isZero();
        assertThat(Run.withInput(run.out(), "epsilon --events - --delta 1e-5 --orders classic --conversion balle")
                        .figure("epsilon"))
                .isCloseTo(7.32911, within(2e-5));
    }

    @Test
    void opacus_stepsWithoutNoise_areNotPrivate() {
        JsonNode answer =
                json("{\"history\": [[1.5, 0.04, 50], [0.0, 0.04, 1]], \"mechanism\": \"rdp\"}", "--delta 1e-5");

        answer.get("readings")
                .forEach(each -> assertThat(each.get("value").textValue()).isEqualTo("Infinity"));
        assertThat(answer.get("claims").get(0).get("epsilon").textValue()).isEqualTo("Infinity");
    }

    @Test
    void missingDelta_isAskedFor() {
        Run run = run(OPACUS, "");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("states no delta").contains("--delta");
        assertThat(run(TF_FLAGS.replace(" --delta=1e-5", ""), "").err()).contains("states no delta");
    }

    /** 2.92 is what TF Privacy's documentation says of these flags. */
    @Test
    void tensorflow_documentedFlags_areTheDocumentedFigure() {
        JsonNode answer = json(TF_FLAGS, "");

        assertThat(claim(answer, 0)).isCloseTo(2.92, within(0.005));
        double poisson = reading(answer, "poisson").get("value").doubleValue();
        assertThat(poisson).isLessThan(claim(answer, 1));
        assertThat(reading(answer, "once_an_epoch").get("value").doubleValue()).isGreaterThan(10 * poisson);
        assertThat(reading(answer, "poisson_microbatches").get("value").doubleValue())
                .isGreaterThan(poisson);
    }

    /** 1.616 and 13.376 are what TF Privacy's own tests expect of its statement. */
    @Test
    void tensorflow_flagFileWithMicrobatches_countsHalfTheNoise() {
        JsonNode answer = json(
                "# flags\n--N=10000\n--batch_size 64\n--noise_multiplier=2.0\n--epochs=5.0\n--used_microbatching\n",
                "--delta 1e-6");

        assertThat(claim(answer, 0)).isCloseTo(1.616, within(5e-4));
        assertThat(claim(answer, 1)).isCloseTo(13.376, within(5e-4));
        assertThat(answer.get("readings")).hasSize(2);
    }

    @Test
    void tensorflow_users_areGroups() {
        Run run = run(TF_FLAGS + "--nouse_x", "");
        assertThat(run.err()).contains("--nouse_x is not a flag");

        assertThat(run(TF_FLAGS + "--noused_microbatching --max_examples_per_user=3", "--event poisson")
                        .out())
                .startsWith("{\"type\":\"group\",\"size\":3,");
    }

    @Test
    void dpAccounting_printedEvent_isReadInAllItsForms() {
        String expected = run(POISSON_EVENT, "--event add_or_remove_one").out();
        assertThat(expected)
                .isEqualTo(
                        "{\"type\":\"repeated\",\"count\":2250,\"event\":{\"type\":\"poisson_sampled\",\"rate\":0.04,"
                                + "\"event\":{\"type\":\"gaussian\",\"noise_multiplier\":1.5}}}\n");
        String python = "dp_accounting.SelfComposedDpEvent(\n  dp_accounting.PoissonSampledDpEvent("
                + "np.float64(0.04), dp_accounting.GaussianDpEvent(1.5)), 2250)";
        assertThat(run(python, "--event add_or_remove_one").out()).isEqualTo(expected);
        String tuple = "module_name='dp_accounting.dp_event', class_name='%s', ";
        String tuples = "_SelfComposedDpEventNamedTupleWrapper(" + tuple.formatted("SelfComposedDpEvent")
                + "event=_PoissonSampledDpEventNamedTupleWrapper(" + tuple.formatted("PoissonSampledDpEvent")
                + "sampling_probability=0.04, event=_GaussianDpEventNamedTupleWrapper("
                + tuple.formatted("GaussianDpEvent") + "noise_multiplier=1.5)), count=2250)";
        assertThat(run(tuples, "--event add_or_remove_one").out()).isEqualTo(expected);
    }

    @Test
    void dpAccounting_event_hasAFigureForEachRelation() {
        JsonNode answer = json(POISSON_EVENT, "--delta 1e-5");

        double added = reading(answer, "add_or_remove_one").get("value").doubleValue();
        assertThat(added).isBetween(6.76, 6.78);
        assertThat(reading(answer, "replace_one").get("value").doubleValue()).isGreaterThan(added);
        assertThat(answer.get("doubts").toString()).contains("REPLACE_ONE");
    }

    @Test
    void dpAccounting_everyClassOfItsTests_isRead() {
        String all = "ComposedDpEvent(events=[NoOpDpEvent(), EpsilonDeltaDpEvent(epsilon=1.0, delta=0.1),"
                + " LaplaceDpEvent(noise_multiplier=1.0), DiscreteLaplaceDpEvent(noise_parameter=0.5, sensitivity=1),"
                + " DiscreteGaussianDpEvent(sigma=2.0, sensitivity=1.0, dimension=None),"
                + " SampledWithReplacementDpEvent(source_dataset_size=1000, sample_size=10, event=GaussianDpEvent(noise_multiplier=1.0)),"
                + " SampledWithoutReplacementDpEvent(source_dataset_size=1000, sample_size=10, event=GaussianDpEvent(noise_multiplier=1.0)),"
                + " SingleEpochTreeAggregationDpEvent(noise_multiplier=1.0, step_counts=[5, 10]),"
                + " RepeatAndSelectDpEvent(event=GaussianDpEvent(noise_multiplier=1.0), mean=30.0, shape=inf),"
                + " MixtureOfGaussiansDpEvent(standard_deviation=1.0, sensitivities=[0, 1, 2], sampling_probs=[0.25, 0.5, 0.25]),"
                + " ZCDpEvent(rho=1.0, xi=2.0), RandomizedResponseDpEvent(noise_parameter=0.5, num_buckets=4),"
                + " ExponentialMechanismDpEvent(epsilon=0.5), PermuteAndFlipDpEvent(epsilon=0.5), NonPrivateDpEvent(),"
                + " TruncatedSubsampledGaussianDpEvent(dataset_size=10000, sampling_probability=0.1, truncated_batch_size=1000, noise_multiplier=1.0)])";
        Run run = run(all, "--event zero_out");

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("\"type\":\"tree_aggregation\",\"noise_multiplier\":1.0,\"steps\":10")
                .contains("\"type\":\"zcdp\",\"xi\":2.0,\"rho\":1.0", "\"shape\":\"poisson\"", "\"non_private\"");
    }

    /** 20 Gaussians of noise 1.2: at order 2 of the file's grid, 20·2/(2·1.44) + ln(1/2) − ln(2e-6) is what its formula says. */
    @Test
    void flower_state_isPricedForClientsThatAreAbsentAndReplaced() {
        JsonNode answer = json(FLOWER, "");

        double best = Double.POSITIVE_INFINITY;
        for (double order : new double[] {1.5, 2, 3, 4, 8, 16}) {
            best = Math.min(
                    best, 20 * order / (2 * 1.44) + Math.log1p(-1 / order) - Math.log(1e-6 * order) / (order - 1));
        }
        assertThat(claim(answer, 0)).isCloseTo(best, within(1e-9));
        double absent = reading(answer, "every_round").get("value").doubleValue();
        assertThat(absent).isLessThan(best);
        // A replacement moves the sum twice as far.
        assertThat(reading(answer, "every_round_replaced").get("value").doubleValue())
                .isGreaterThan(2 * absent);
    }

    @Test
    void flower_fixedSampling_isNotRelabelled() {
        String fixed =
                FLOWER.replace("add-or-remove-one", "replace-one").replace("no-amplification", "without-replacement");

        assertThat(run(fixed, "--event fixed_size").out())
                .contains("\"type\":\"sampled_without_replacement\",\"dataset_size\":1000,\"sample_size\":10")
                .contains("\"noise_multiplier\":1.2");
        assertThat(run(fixed, "--event fixed_size").err()).contains("--adjacency replace_one");
        assertThat(run(fixed, "--event poisson").status()).isEqualTo(2);
    }

    /** DP-FedMed's 13.6, and the exact 12.40 of the same steps. */
    @Test
    void fedMed_fields_arePricedAnew() {
        JsonNode answer = json(FEDMED, "");

        assertThat(reading(answer, "records").get("value").doubleValue()).isCloseTo(12.40, within(0.005));
        assertThat(claim(answer, 0)).isEqualTo(13.6);
        assertThat(claim(answer, 2)).isCloseTo(13.60, within(0.01));
        assertThat(answer.get("stated_delta").doubleValue()).isEqualTo(1e-5);
    }

    @Test
    void nvflare_filters_haveNoEpsilon() {
        Run run = run(NVFLARE, "--delta 1e-5");

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.out())
                .contains("No epsilon", "SVTPrivacy has no proven guarantee", "2 gamma / noise_var = 0.0002", "900001")
                .doesNotContain("claimed");
        assertThat(run(NVFLARE, "--event poisson").status()).isEqualTo(2);
        assertThat(run(
                                "{\"task_result_filters\": [{\"tasks\": [], \"filters\": [{\"name\": \"PercentilePrivacy\", \"args\": {\"gamma\": -1}}]}]}",
                                "")
                        .out())
                .contains("adds no noise", "does nothing at all");
        assertThat(run(NVFLARE.replace("SVTPrivacy", "OurGaussian"), "").out()).contains("nothing is known here");
        assertThat(run(NVFLARE, "--format json").json().get(0).get("readings")).isEmpty();
    }

    /** Each is a file with one fault. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"history\": [[1.5, 0.04, 2250]], \"mechanism\":",
                "{\"history\": [[1.5, 0.04, 2250]], \"mechanism\": \"rdp\", \"alphas\": [2]}",
                "{\"history\": [[1.5, 0.04, 2250]], \"mechanism\": \"zcdp\"}",
                "{\"history\": [[1.5, 0.04, 2250]], \"mechanism\": 7}",
                "{\"history\": [], \"mechanism\": \"gdp\"}",
                "{\"history\": {}, \"mechanism\": \"gdp\"}",
                "{\"history\": [[1.5, 0.04]], \"mechanism\": \"rdp\"}",
                "{\"history\": [[1.5, 0.04, 22.5]], \"mechanism\": \"rdp\"}",
                "{\"history\": [[1.5, 0.04, -3]], \"mechanism\": \"rdp\"}",
                "{\"history\": [[1.5, 0.04, 0]], \"mechanism\": \"rdp\"}",
                "{\"history\": [[1.5, 0.04, 1000000000000000000]], \"mechanism\": \"rdp\"}",
                "{\"history\": [[1.5, 0.04, 99999999999999999999999]], \"mechanism\": \"rdp\"}",
                "{\"history\": [[1.5, 0.04, 9007199254740992], [1.5, 0.04, 9007199254740992]], \"mechanism\": \"rdp\"}",
                "{\"history\": [[-1.5, 0.04, 9]], \"mechanism\": \"rdp\"}",
                "{\"history\": [[NaN, 0.04, 9]], \"mechanism\": \"rdp\"}",
                "{\"history\": [[1e999, 0.04, 9]], \"mechanism\": \"rdp\"}",
                "{\"history\": [[1.5, 1.04, 9]], \"mechanism\": \"rdp\"}",
                "{\"history\": [[1.5, 0, 9]], \"mechanism\": \"rdp\"}",
                "{\"history\": [[1.5, true, 9]], \"mechanism\": \"rdp\"}",
                "{\"history\": [[1.5, 0.1, 9]], \"mechanism\": \"rdp\", \"mechanism\": \"gdp\"}",
                "SelfComposedDpEvent(event=GaussianDpEvent(noise_multiplier=1.0)",
                "SelfComposedDpEvent(event=GaussianDpEvent(noise_multiplier=1.0), count=-1)",
                "SelfComposedDpEvent(event=GaussianDpEvent(noise_multiplier=1.0), count=1.5)",
                "SelfComposedDpEvent(event=GaussianDpEvent(noise_multiplier=1.0), count=10**9)",
                "SelfComposedDpEvent(event=GaussianDpEvent(noise_multiplier=1.0), count=99999999999999999)",
                "GaussianDpEvent(noise_multiplier=nan)",
                "GaussianDpEvent(noise_multiplier=inf)",
                "GaussianDpEvent(noise_multiplier=-1.0)",
                "GaussianDpEvent(noise_multiplier=1.0, scale=2)",
                "GaussianDpEvent(1.0, noise_multiplier=2)",
                "GaussianDpEvent()",
                "GaussianDpEvent(noise_multiplier='1')",
                "NoOpDpEvent(count=2)",
                "UnsupportedDpEvent()",
                "OurOwnDpEvent(epsilon=1)",
                "PoissonSampledDpEvent(sampling_probability=1.5, event=GaussianDpEvent(1.0))",
                "PoissonSampledDpEvent(sampling_probability=0.5, event=3)",
                "GaussianDpEvent(1.0) GaussianDpEvent(2.0)",
                "_GaussianDpEventNamedTupleWrapper(module_name='m', class_name='NoOpDpEvent', noise_multiplier=1.0)",
                "--N=60000 --batch_size=256 --noise_multiplier=1.12",
                "--N=60000 --batch_size=256 --noise_multiplier=nan --epochs=1",
                "--N=60000 --batch_size=256 --noise_multiplier=1..2 --epochs=1",
                "--N=60000 --batch_size=256 --noise_multiplier=-1 --epochs=1",
                "--N=100 --batch_size=256 --noise_multiplier=1 --epochs=1",
                "--N=100 --batch_size=10 --noise_multiplier=1 --epochs=-1",
                "--N=100 --batch_size=10 --noise_multiplier=1 --epochs=1e300",
                "--N=100 --N=200 --batch_size=10 --noise_multiplier=1 --epochs=1",
                "--N=100 --batch_size=10 --noise_multiplier=1 --epochs=1 --l2_norm_clip=1",
                "--N=100 --batch_size=10 --noise_multiplier=1 --epochs=1 --delta=2",
                "--N=100 --batch_size=10 --noise_multiplier=1 --epochs=1 more",
                "--N=100 --batch_size=10 --noise_multiplier=1 --epochs",
                "{\"target_delta\": 1e-5, \"sample_history\": [[1.0, 0.1, 100]], \"user_history\": [], \"extra\": 1}",
                "{\"target_delta\": 1e-5, \"sample_history\": [[1.0, 0.1, 100]], \"user_history\": [], \"partial_round_epsilon\": 0.4}",
                "{\"target_delta\": 1e-5, \"sample_history\": [], \"user_history\": []}",
                "{\"target_delta\": 1e-5, \"sample_history\": [[1.0, 0, 100]], \"user_history\": []}",
                "{\"target_delta\": \"x\", \"sample_history\": [[1.0, 0.1, 100]], \"user_history\": []}",
                "{\"target_delta\": 1e-5, \"history\": [{\"round\": 1, \"sample\": {\"noise\": 1, \"rate\": 0.1, \"steps\": 1.9},"
                        + " \"user\": {\"noise\": 0, \"rate\": 0, \"steps\": 0}}]}",
                "{\"clients\": {\"0\": {\"partial_privacy\": {\"epsilon\": 0.5, \"steps\": 7}}}, \"privacy\": {\"target_delta\":"
                        + " 1e-5, \"sample_history\": [[1.0, 0.1, 100]], \"user_history\": []}}",
                "{\"task_result_filters\": [{\"tasks\": [], \"filters\": [{\"name\": \"SVTPrivacy\", \"args\": {\"sigma\": 1}}]}]}",
                "{\"task_result_filters\": [{\"tasks\": [], \"filters\": [{\"name\": \"SVTPrivacy\", \"args\": {\"epsilon\": -1}}]}]}",
                "{\"task_result_filters\": 5}",
                "{\"task_result_filters\": [], \"surprise\": 1}",
                "{}",
                "[]",
                "hello",
                ""
            })
    void damagedFile_isRefusedInOneLine(String text) {
        Run run = run(text, "--delta 1e-5");

        assertThat(run.status()).as(text + run.out()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).as(run.err()).hasSize(2);
        assertThat(run.err()).startsWith("abacus: -: ").doesNotContain("Exception", "java.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"schema_version\": 1>\"schema_version\": 2",
                "\"backend\": \"rdp\">\"backend\": \"pld\"",
                "\"count\": 20>\"count\": -20",
                "\"count\": 20>\"count\": true",
                "\"count\": 20>\"count\": 20, \"weight\": 1",
                "\"noise_multiplier\": 1.2>\"noise_multiplier\": 0",
                "\"noise_multiplier\": 1.2>\"noise_multiplier\": Infinity",
                "\"sample_size\": 10>\"sample_size\": 1001",
                "no-amplification>without-replacement",
                "no-amplification>shuffled",
                "\"target_delta\": 1e-06>\"target_delta\": 0",
                "[1.5, 2.0>[0.5, 2.0",
                "\"max_epsilon\": null>\"max_epsilon\": null, \"clip\": 1",
                "\"compositions\": [{>\"compositions\": [], \"x\": [{"
            })
    void flower_damaged_isRefusedInOneLine(String change) {
        String[] parts = change.split(">", 2);
        assertThat(FLOWER).contains(parts[0]);
        Run run = run(FLOWER.replaceFirst(Pattern.quote(parts[0]), parts[1]), "--delta 1e-5");

        assertThat(run.status()).as(change + run.out()).isEqualTo(2);
        assertThat(run.err().lines()).as(run.err()).hasSize(2);
        assertThat(run.err()).doesNotContain("Exception");
    }
}

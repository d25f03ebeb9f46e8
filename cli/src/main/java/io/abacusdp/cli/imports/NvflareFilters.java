package io.abacusdp.cli.imports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.storage.JsonPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The filters of NVFlare's {@code config_fed_client.json}. None of those that come with NVFlare has a proven guarantee, so that
 * there is no event and no epsilon: what is read is said, and what is missing.
 *
 * <p>Source: nvflare/app_common/filters of NVIDIA/NVFlare: svt_privacy.py at commit 0f9026b and its later version with
 * epsilon_threshold, epsilon_query and epsilon_release, percentile_privacy.py, exclude_vars.py, statistics_privacy_filter.py; and
 * the configuration of examples/advanced/brats18/configs/brats_fedavg_dp. The earlier SVTPrivacy clips a value after its noise was
 * added; both go on selecting after the number of answers that the sparse vector technique is proven for.
 *
 * <p>Limits: filters in a site's privacy.json are not read.
 */
final class NvflareFilters {
    private static final String RESULT_FILTERS = "task_result_filters";
    private static final double MILLION = 1e6;

    private NvflareFilters() {}

    static boolean isOne(JsonNode document) {
        return document.has(RESULT_FILTERS) || document.has("executors");
    }

    static ImportedRun read(JsonNode document) {
        ForeignFields config = ForeignFields.of(document)
                .only("format_version", "executors", RESULT_FILTERS, "task_data_filters", "components");
        List<String> doubts = new ArrayList<>();
        int filters = 0;
        if (config.has(RESULT_FILTERS)) {
            for (ForeignFields chain : config.field(RESULT_FILTERS).elements()) {
                chain.only("tasks", "filters");
                for (ForeignFields filter : chain.field("filters").elements()) {
                    doubts.addAll(filter(filter.only("path", "name", "args")));
                    filters++;
                }
            }
        }
        doubts.add(
                filters == 0
                        ? "No filter is applied to what clients send: updates leave as they are."
                        : "A filter sees one round; nothing here says how many there are, and every round costs again.");
        doubts.add(
                "Noise that training adds itself, as Opacus does, is not in this file: import the state of its accountant.");
        return new ImportedRun(
                "a configuration of an NVFlare client, with %d filters of results".formatted(filters),
                OptionalDouble.empty(),
                List.of(),
                List.of(),
                doubts);
    }

    private static List<String> filter(ForeignFields filter) {
        ForeignFields named = filter.has("path") ? filter.field("path") : filter.field("name");
        String type = named.text().substring(named.text().lastIndexOf('.') + 1);
        ForeignFields args =
                filter.has("args") ? filter.field("args") : ForeignFields.of(JsonNodeFactory.instance.objectNode());
        return switch (type) {
            case "SVTPrivacy" -> sparseVector(args);
            case "PercentilePrivacy" -> percentile(args);
            case "ExcludeVars" ->
                List.of("ExcludeVars leaves parameters out and adds no noise: what is sent is not private.");
            case "StatisticsPrivacyFilter" ->
                List.of(
                        "StatisticsPrivacyFilter suppresses or perturbs statistics by rules that have no proven epsilon.");
            default ->
                List.of("The filter %s does not come with NVFlare: nothing is known here of what it guarantees."
                        .formatted(JsonPaths.quoted(named.text())));
        };
    }

    private static List<String> sparseVector(ForeignFields args) {
        args.only(
                "fraction",
                "epsilon",
                "noise_var",
                "gamma",
                "tau",
                "data_kinds",
                "replace",
                "epsilon_threshold",
                "epsilon_query",
                "epsilon_release");
        double fraction = amount(args, "fraction", 0.1);
        double epsilon = amount(args, "epsilon", 0.1);
        double noise = amount(args, "noise_var", 0.1);
        double gamma = amount(args, "gamma", 1e-5);
        List<String> doubts = new ArrayList<>();
        doubts.add(
                ("SVTPrivacy has no proven guarantee, and epsilon %s is not what a round costs: it goes on selecting past the number"
                                + " of answers for which the sparse vector technique is proven, and lets scalars through without noise.")
                        .formatted(SafeFigures.exact(epsilon)));
        if (args.has("epsilon_release")) {
            doubts.add("By NVFlare's own later count a round costs epsilon plus epsilon_release, together %s."
                    .formatted(SafeFigures.up(epsilon + amount(args, "epsilon_release", 0), 6)));
        } else {
            doubts.add(
                    ("By NVFlare's own later count a round costs epsilon and noise_var for each parameter sent: %s for a model of a"
                                    + " million parameters.")
                            .formatted(SafeFigures.up(
                                    epsilon + noise * Math.ceil(Math.min(1, fraction) * MILLION), 6)));
            doubts.add(
                    ("Noise is not scaled to the update: its scale is 2 gamma / noise_var = %s for every parameter, and earlier"
                                    + " versions clip a value to gamma only after noise was added.")
                            .formatted(SafeFigures.up(2 * gamma / noise, 6)));
        }
        return doubts;
    }

    private static List<String> percentile(ForeignFields args) {
        args.only("percentile", "gamma", "data_kinds");
        double percentile = args.has("percentile") ? args.field("percentile").number() : 10;
        double gamma = args.has("gamma") ? args.field("gamma").number() : 0.01;
        List<String> doubts = new ArrayList<>();
        doubts.add(
                "PercentilePrivacy adds no noise: it sends the largest parameters as they are, cut to gamma, which is not private.");
        if (!(gamma > 0 && percentile >= 0 && percentile <= 100)) {
            doubts.add("With gamma %s and percentile %s it does nothing at all, and says so in a debug line only."
                    .formatted(SafeFigures.exact(gamma), SafeFigures.exact(percentile)));
        }
        return doubts;
    }

    private static double amount(ForeignFields args, String name, double absent) {
        return args.has(name) ? args.field(name).amount() : absent;
    }
}

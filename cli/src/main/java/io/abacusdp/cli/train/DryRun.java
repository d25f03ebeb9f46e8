package io.abacusdp.cli.train;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.trainer.StepSpeed;
import io.abacusdp.training.trainer.TrainingConfig;
import io.abacusdp.training.trainer.TrainingPlan;
import java.util.List;

/** What a run would do and cost, and about how long it would take. Nothing is trained, charged or written. */
final class DryRun {
    /** Seconds for which steps on zeros are timed. */
    private static final double MEASURED = 1;

    /** More examples of zeros than this tell nothing more of the speed. */
    private static final int MOST_EXAMPLES = 2048;

    private DryRun() {}

    /**
     * Prints the plan.
     *
     * @param data of which the shape and the number of examples count, and no value
     */
    static int print(AnswerOutput output, TrainingConfig config, TrainingPlan plan, Dataset data, int threads) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("dry_run", true);
        node.put("epsilon", plan.guarantee().epsilon());
        node.put("delta", plan.guarantee().delta());
        node.put("adjacency", plan.adjacency().id());
        node.put("noise_multiplier", plan.noiseMultiplier());
        node.put("steps", plan.steps());
        node.put("granted_steps", plan.granted());
        node.put("sampling", config.sampling().id());
        node.put("lot", config.lotSize());
        node.put("parameters", config.model().parameterCount());
        node.put("model", config.model().toString());
        node.put("estimated_seconds", Math.rint(10 * seconds(config, plan, data, threads)) / 10);
        if (output.isJson()) {
            output.line(node.toString());
            return 0;
        }
        output.line("dry run: nothing is trained, charged or written");
        output.line("epsilon " + output.up(plan.guarantee().epsilon()));
        output.line("delta " + SafeFigures.exact(plan.guarantee().delta()));
        output.line("noise_multiplier " + output.down(plan.noiseMultiplier()));
        List.of("adjacency", "steps", "granted_steps", "sampling", "lot", "parameters", "model", "estimated_seconds")
                .forEach(field -> output.line(field + " " + node.path(field).asText()));
        return 0;
    }

    /** Seconds of all steps, from the speed of some on zeros of the same shape; measuring a test set comes on top. */
    private static double seconds(TrainingConfig config, TrainingPlan plan, Dataset data, int threads) {
        int lot = Math.min(config.lotSize(), MOST_EXAMPLES);
        int[] shape = config.model().input().sizes().stream()
                .mapToInt(Integer::intValue)
                .toArray();
        int features = config.model().input().elements();
        Dataset zeros = new Dataset(
                "zeros",
                shape,
                new float[Math.multiplyExact(lot, features)],
                new float[lot],
                data.classes(),
                List.of());
        StepSpeed speed = StepSpeed.measure(config.model(), zeros, lot, threads, MEASURED);
        return plan.granted() * (double) config.lotSize() * config.views().count() / speed.examplesPerSecond();
    }
}

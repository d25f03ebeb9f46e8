package io.abacusdp.cli.use;

import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.PrivateValuesOption;
import io.abacusdp.cli.option.ThreadsOption;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.predict.ClassQuality;
import io.abacusdp.training.predict.NumberQuality;
import io.abacusdp.training.predict.Prediction;
import io.abacusdp.training.predict.TrainedModel;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** How good a trained model is. */
@Command(
        name = "evaluate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures a model that abacus train wrote, from its file alone.",
            "Of classes: accuracy, log-loss, Brier score, AUC, precision, recall and F1 of each, confusion and "
                    + "calibration. Of numbers: mean absolute error, root mean squared error and R², in the label's own "
                    + "unit."
        },
        footer = {
            "",
            "What is measured on private data is a release that no epsilon covers: publish figures of public",
            "data only.",
            "",
            "Examples:",
            "  abacus evaluate --model run/release --data digits",
            "  abacus evaluate --model run/release --data csv:test.csv --format json"
        })
public final class EvaluateCommand implements Callable<Integer> {
    @Mixin
    private ModelAndData input = new ModelAndData();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Mixin
    private ThreadsOption threads = new ThreadsOption();

    @Mixin
    private PrivateValuesOption privateValues = new PrivateValuesOption();

    @Override
    public Integer call() {
        try (TrainedModel model = input.model(threads.count())) {
            Dataset data = input.measured(model);
            if (data.size() == 0) {
                throw new UsageException("--data must have at least 1 example, got none");
            }
            List<Prediction> predictions = model.predict(data);
            if (data.classes() == 0) {
                new EvaluationAnswer(output).print(NumberQuality.of(predictions, data));
            } else {
                new EvaluationAnswer(output).print(ClassQuality.of(predictions, data, model.format()));
            }
            return 0;
        } catch (IOException e) {
            throw new UsageException(privateValues.message(e), e);
        }
    }
}

package io.abacusdp.cli.use;

import io.abacusdp.cli.option.PrivateValuesOption;
import io.abacusdp.cli.option.ThreadsOption;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.training.predict.TrainedModel;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What a trained model says of examples. */
@Command(
        name = "predict",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Predicts with a model that abacus train wrote, from its file alone: a class with the probabilities "
                    + "of all classes, or a number in the label's own unit, for each example in order."
        },
        footer = {
            "",
            "A CSV file needs the columns that the model was trained on, without the label; others are",
            "ignored. Predictions cost nothing of the privacy of those whom the model was trained on; what",
            "they tell of the examples that they are made for is not protected.",
            "",
            "Examples:",
            "  abacus predict --model run/release --data csv:new.csv",
            "  abacus predict --model run/release --data digits --output json"
        })
public final class PredictCommand implements Callable<Integer> {
    @Mixin
    private ModelAndData input = new ModelAndData();

    @Mixin
    private PredictionOutput output = new PredictionOutput();

    @Mixin
    private ThreadsOption threads = new ThreadsOption();

    @Mixin
    private PrivateValuesOption privateValues = new PrivateValuesOption();

    @Override
    public Integer call() {
        output.check();
        try (TrainedModel model = input.model(threads.count())) {
            output.print(model.predict(input.unlabelled(model)), model.format().classNames());
            return 0;
        } catch (IOException e) {
            throw new UsageException(privateValues.message(e), e);
        }
    }
}

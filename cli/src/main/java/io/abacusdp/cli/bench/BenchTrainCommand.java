package io.abacusdp.cli.bench;

import io.abacusdp.cli.option.NameConverters;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.option.TableOutput;
import io.abacusdp.cli.option.ThreadsOption;
import io.abacusdp.cli.output.Table;
import io.abacusdp.cli.output.TableCell;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.trainer.StepSpeed;
import java.util.List;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Speed of private training. */
@Command(
        name = "train",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures private training on random pictures of 28x28: examples a second, with Poisson sampling, "
                    + "clipping, cryptographic noise on every parameter and the update."
        },
        footer = {"", "Example:", "  abacus bench train --format json"})
final class BenchTrainCommand implements Runnable {
    private static final int SIDE = 28;
    private static final int MOST_EXAMPLES = 1_000_000;
    private static final int CLASSES = 10;

    @Option(
            names = "--model",
            paramLabel = "LIST",
            split = ",",
            defaultValue = "cnn,mlp",
            converter = NameConverters.BuiltInModels.class,
            description = "Models: cnn, cnn_tanh, mlp, logistic. Default: ${DEFAULT-VALUE}.")
    private List<BuiltInModel> models = List.of();

    @Option(
            names = "--lot",
            paramLabel = "LIST",
            split = ",",
            defaultValue = "256,2048",
            converter = NumberConverters.Size.class,
            description = "Expected sizes of a lot. Default: ${DEFAULT-VALUE}.")
    private List<Integer> lots = List.of();

    @Option(
            names = "--examples",
            paramLabel = "N",
            defaultValue = "60000",
            converter = NumberConverters.Size.class,
            description = "Number of pictures. Default: ${DEFAULT-VALUE}.")
    private int examples;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "8",
            converter = NumberConverters.Seconds.class,
            description = "How long to measure each case, after half of it to warm up. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Mixin
    private ThreadsOption threads = new ThreadsOption();

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public void run() {
        if (examples > MOST_EXAMPLES) {
            throw new UsageException("--examples must be at most %d, got %d".formatted(MOST_EXAMPLES, examples));
        }
        Dataset data = randomPictures(examples);
        if (FloatKernels.fastest().isFallback()) {
            output.diagnose(
                    "slow: this is the fallback in plain Java; java --add-modules jdk.incubator.vector is faster");
        }
        Table table = new Table("model", "lot", "examples_per_second", "heap_mib");
        for (BuiltInModel model : models) {
            for (int lot : lots) {
                StepSpeed speed = StepSpeed.measure(model.forData(data), data, lot, threads.count(), seconds);
                table.add(
                        TableCell.text(model.id()),
                        TableCell.count(lot),
                        TableCell.count(Math.round(speed.examplesPerSecond())),
                        TableCell.count((long) Math.ceil(speed.heapMib())));
            }
        }
        output.print(table);
    }

    private static Dataset randomPictures(int count) {
        SplittableRandom random = new SplittableRandom(1);
        float[] features = new float[count * SIDE * SIDE];
        for (int i = 0; i < features.length; i++) {
            features[i] = (float) random.nextDouble();
        }
        float[] targets = new float[count];
        for (int i = 0; i < count; i++) {
            targets[i] = random.nextInt(CLASSES);
        }
        return new Dataset("random pictures", new int[] {SIDE, SIDE, 1}, features, targets, CLASSES, List.of());
    }
}

package io.abacusdp.cli.use;

import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.training.data.Features;
import io.abacusdp.training.export.OnnxFile;
import io.abacusdp.training.export.TorchOrder;
import io.abacusdp.training.trainer.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A trained model in the format of another program. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Writes a model that abacus train wrote in another format: ONNX, or safetensors in PyTorch's order "
                    + "of dimensions, for an nn.Sequential of the same layers.",
            "What the file says of events and guarantee goes along. It costs nothing: what was released stays "
                    + "what it was."
        },
        footer = {
            "",
            "An ONNX file takes examples as the schema encodes them, pictures as {height, width, channels}; a model of",
            "extracted features takes those, and its input is called features.",
            "",
            "Examples:",
            "  abacus export --model run/release --to onnx --out model.onnx",
            "  abacus export --model run/release --to torch --out torch.safetensors"
        })
public final class ExportCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Mixin
    private ModelOption model = new ModelOption();

    @Option(
            names = "--to",
            paramLabel = "onnx|torch",
            defaultValue = "onnx",
            description = "ONNX, or safetensors in PyTorch's order. Default: onnx.")
    private String to = "onnx";

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "File to write, or to replace.")
    @SuppressWarnings("NullAway.Init")
    private Path out;

    @Override
    public Integer call() {
        if (!to.equals("onnx") && !to.equals("torch")) {
            throw new UsageException("--to must be onnx or torch, got " + to);
        }
        try {
            ModelFile.Contents contents = ModelFile.readAll(model.file());
            if (to.equals("onnx")) {
                OnnxFile.write(out, contents);
            } else {
                TorchOrder.write(out, contents);
            }
            if (contents.format().features() != Features.PLAIN) {
                command.commandLine()
                        .getErr()
                        .println("abacus: the model takes %s features of its examples, which have to be extracted first"
                                .formatted(contents.format().features().id()));
            }
            command.commandLine().getOut().println("written " + out);
            return 0;
        } catch (IOException e) {
            throw new UsageException(CommandFailures.message(e), e);
        }
    }
}

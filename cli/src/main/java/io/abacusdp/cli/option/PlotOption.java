package io.abacusdp.cli.option;

import io.abacusdp.cli.output.ChartFile;
import io.abacusdp.cli.output.Plot;
import io.abacusdp.cli.output.TerminalPlot;
import io.abacusdp.cli.output.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Where a plot goes, if one is wanted. */
public final class PlotOption {
    private static final String TERMINAL = "-";

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            converter = FileName.class,
            description = "Also draws a plot: FILE.png, FILE.svg, or - for one in the terminal.")
    private @Nullable String file;

    /** Writes the plot to its file, or returns the lines of one that is for the terminal. */
    public List<String> draw(TableOutput output, Supplier<Plot> plot) {
        if (file == null) {
            return List.of();
        }
        if (!file.equals(TERMINAL)) {
            ChartFile.write(plot.get(), file);
            return List.of();
        }
        if (!output.isText()) {
            throw new UsageException("--plot - is for --format text; give a file to plot beside other formats");
        }
        return TerminalPlot.draw(plot.get());
    }

    /** A dash, or a name that says the kind of image. */
    static final class FileName implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            String name = text.toLowerCase(Locale.ROOT);
            if (text.equals(TERMINAL) || name.endsWith(ChartFile.PNG) || name.endsWith(ChartFile.SVG)) {
                return text;
            }
            throw new TypeConversionException(
                    "must be - or end in %s or %s, got %s".formatted(ChartFile.PNG, ChartFile.SVG, text));
        }
    }
}

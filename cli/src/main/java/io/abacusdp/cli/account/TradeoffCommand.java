package io.abacusdp.cli.account;

import io.abacusdp.accounting.tradeoff.TradeoffCurve;
import io.abacusdp.accounting.tradeoff.TradeoffPoint;
import io.abacusdp.cli.option.CurveOptions;
import io.abacusdp.cli.option.PlotOption;
import io.abacusdp.cli.option.TableOutput;
import io.abacusdp.cli.output.Plot;
import io.abacusdp.cli.output.Table;
import io.abacusdp.cli.output.TableCell;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Errors that an attack cannot avoid. */
@Command(
        name = "tradeoff",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "The trade-off curve of a run: at each false positive rate (fpr), the false negative rate (fnr) "
                    + "that every attack on membership has at least."
        },
        footer = {
            "",
            "Example:",
            "  abacus tradeoff --noise-multiplier 1 --sampling-rate 0.01 --steps 1000 \\",
            "      --fpr 0.001,0.01 --plot tradeoff.svg"
        })
public final class TradeoffCommand implements Runnable {
    private static final int PLOTTED = 50;

    @Mixin
    private CurveOptions options = new CurveOptions();

    @Mixin
    private PlotOption plot = new PlotOption();

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public void run() {
        TradeoffCurve curve = options.curve(output);
        Table table = new Table("fpr", "fnr", "method");
        for (double rate : options.falsePositiveRates()) {
            TradeoffPoint point = curve.point(rate, options.direction());
            table.add(TableCell.given(rate), output.allowed(point.falseNegativeRate()), TableCell.text(point.method()));
        }
        List<String> drawing = plot.draw(output, () -> plot(curve));
        output.print(table);
        drawing.forEach(output::line);
    }

    private Plot plot(TradeoffCurve curve) {
        return new Plot(
                "Trade-off of errors",
                Plot.Axis.linear("false positive rate"),
                Plot.Axis.linear("false negative rate"),
                IntStream.rangeClosed(0, PLOTTED)
                        // Denser where the curve is steep, next to 0.
                        .mapToDouble(i -> Math.pow((double) i / PLOTTED, 2))
                        .mapToObj(rate -> new Plot.Point(rate, curve.falseNegativeRate(rate, options.direction())))
                        .toList());
    }
}

package io.abacusdp.cli.output;

import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.storage.DurableFile;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws a plot into an image file. The only class that needs AWT, which takes long to load. */
public final class ChartFile {
    public static final String PNG = ".png";
    public static final String SVG = ".svg";

    private static final int WIDTH = 800;
    private static final int HEIGHT = 500;
    private static final int TITLE_SIZE = 16;
    private static final int TEXT_SIZE = 13;
    private static final int LABEL_DIGITS = 4;
    private static final float LINE_WIDTH = 2.5f;
    private static final Color LINE = new Color(0x1F5FA8);
    private static final Color GRID = new Color(0xE8E8E8);

    private ChartFile() {}

    /**
     * Writes the plot, over what was in the file.
     *
     * @param file whose name ends in .png or .svg, in letters of either case
     */
    public static void write(Plot plot, String file) {
        System.setProperty("java.awt.headless", "true");
        XYChart chart = chart(plot);
        String kind = file.substring(file.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        try {
            // The image is in memory anyway, and a cache in a temporary file can fail by itself.
            ImageIO.setUseCache(false);
            ByteArrayOutputStream image = new ByteArrayOutputStream();
            ChartEncoder.saveChart(chart, image, kind);
            DurableFile.replace(Path.of(file), image::writeTo);
        } catch (IOException | InvalidPathException e) {
            throw new UsageException(CommandFailures.message(e), e);
        }
    }

    private static XYChart chart(Plot plot) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(plot.title())
                .xAxisTitle(plot.x().title())
                .yAxisTitle(plot.y().title())
                .build();
        XYSeries series = chart.addSeries(plot.title(), plot.xs(), plot.ys());
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(LINE);
        series.setLineStyle(new BasicStroke(LINE_WIDTH));
        style(chart.getStyler(), plot);
        return chart;
    }

    private static void style(XYStyler styler, Plot plot) {
        styler.setLocale(Locale.ROOT);
        styler.setLegendVisible(false);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setChartTitleBoxVisible(false);
        styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, TITLE_SIZE));
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(GRID);
        styler.setPlotGridLinesStroke(new BasicStroke(1));
        styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, TEXT_SIZE));
        styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, TEXT_SIZE));
        styler.setXAxisTickLabelsFormattingFunction(ChartFile::label);
        styler.setYAxisTickLabelsFormattingFunction(ChartFile::label);
        styler.setXAxisLogarithmic(plot.x().logarithmic());
        styler.setYAxisLogarithmic(plot.y().logarithmic());
    }

    /** Ticks are at round values, up to rounding. */
    private static String label(double value) {
        return SafeFigures.exact(new BigDecimal(value)
                .round(new MathContext(LABEL_DIGITS, RoundingMode.HALF_EVEN))
                .doubleValue());
    }
}

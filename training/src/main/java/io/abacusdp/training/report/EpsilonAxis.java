package io.abacusdp.training.report;

import java.util.ArrayList;
import java.util.List;

/** Values of epsilon on one axis, as lines of text in which every space counts. */
public final class EpsilonAxis {
    private static final int WIDTH = 50;

    private EpsilonAxis() {}

    /**
     * A value on the axis.
     *
     * @param value not negative; +∞ goes to the end
     * @param figure the value as it is to be shown, rounded to its safe side
     */
    public record Mark(String name, double value, String figure) {}

    /** A line for each value, its length in proportion, and one for the axis. The greatest finite value has the whole width. */
    public static List<String> of(List<Mark> marks) {
        double most = marks.stream()
                .mapToDouble(Mark::value)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        int names = marks.stream().mapToInt(mark -> mark.name().length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (Mark mark : marks) {
            int length = length(mark.value(), most);
            lines.add("%s |%s %s".formatted(padded(mark.name(), names), "=".repeat(length), mark.figure()));
        }
        lines.add(" ".repeat(names) + " 0" + "-".repeat(WIDTH - 1) + "> epsilon");
        return lines;
    }

    private static int length(double value, double most) {
        if (!(most > 0)) {
            return value > 0 ? WIDTH : 0;
        }
        return (int) Math.min(WIDTH, Math.round(WIDTH * value / most));
    }

    private static String padded(String name, int width) {
        return name + " ".repeat(width - name.length());
    }
}

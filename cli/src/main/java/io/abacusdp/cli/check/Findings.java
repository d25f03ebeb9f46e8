package io.abacusdp.cli.check;

import io.abacusdp.cli.check.Finding.Result;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a check came to, in the order in which it was made. Mutable, for use by one thread. */
final class Findings {
    private static final int MAX_TEXT = 400;

    private final List<Finding> all = new ArrayList<>();

    void holds(String subject, String text) {
        add(Result.HOLDS, subject, text);
    }

    void conservative(String subject, String text) {
        add(Result.CONSERVATIVE, subject, text);
    }

    void wrong(String subject, String text) {
        add(Result.WRONG, subject, text);
    }

    void noted(String subject, String text) {
        add(Result.NOTED, subject, text);
    }

    void unknown(String subject, String text) {
        add(Result.UNKNOWN, subject, text);
    }

    /** One of two findings. */
    void require(boolean condition, String subject, String holds, String wrong) {
        add(condition ? Result.HOLDS : Result.WRONG, subject, condition ? holds : wrong);
    }

    private void add(Result result, String subject, String text) {
        all.add(new Finding(result, printable(subject), printable(text)));
    }

    /** Takes over what is wrong elsewhere. */
    void addWrong(Findings others) {
        others.all.stream().filter(finding -> finding.result() == Result.WRONG).forEach(all::add);
    }

    void addAll(Findings others) {
        all.addAll(others.all);
    }

    List<Finding> all() {
        return Collections.unmodifiableList(all);
    }

    long wrong() {
        return all.stream().filter(finding -> finding.result() == Result.WRONG).count();
    }

    /** Without what could move a terminal's cursor or turn a line around; of a long text the beginning and the end. */
    private static String printable(String text) {
        int[] points = text.codePoints().map(c -> isPrintable(c) ? c : ' ').toArray();
        return points.length <= MAX_TEXT
                ? new String(points, 0, points.length)
                : new String(points, 0, MAX_TEXT / 2)
                        + " ... "
                        + new String(points, points.length - MAX_TEXT / 2, MAX_TEXT / 2);
    }

    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}

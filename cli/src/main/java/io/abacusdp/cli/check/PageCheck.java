package io.abacusdp.cli.check;

import static io.abacusdp.cli.check.StatedEpsilon.exact;

import io.abacusdp.accounting.SafeFigures;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A report for people: the same epsilon as in JSON, rounded up, and the same delta, adjacency and noise, wherever they stand in
 * the words of our reports. Patterns are of bounded length, so that no text takes long.
 */
final class PageCheck {
    static final String NUMBER = "(?<![\\d.])(\\d[\\d.]{0,30}(?:e[-+]?\\d{1,4})?|Infinity)";

    private static final Pattern SENTENCE =
            Pattern.compile("\\(%s, %s\\)-differentially private under ([a-z-]{1,30})".formatted(NUMBER, NUMBER));
    private static final Pattern FACTOR = Pattern.compile("e\\^" + NUMBER);
    private static final Pattern FACT = Pattern.compile(
            "(?m)^ {0,40}(epsilon|delta|adjacency|noise multiplier) {1,80}([\\w.+-]{1,40})(?![\\w.+-])");

    /** A figure for people is rounded up, and by no more than this. */
    private static final double ROUNDING = 1e-3;

    private final Findings findings;
    private final String subject;
    private int places;
    private boolean isSame = true;

    PageCheck(Findings findings, String subject) {
        this.findings = findings;
        this.subject = subject;
    }

    /** Compares a text, one row of a table a line. */
    void check(String text, StatedRun run) {
        String joined = inOneLine(text);
        for (String words : run.words().onPages()) {
            if (!joined.contains(inOneLine(words))) {
                findings.wrong(subject, "does not say: " + words);
            }
        }
        for (Matcher found = SENTENCE.matcher(joined); found.find(); ) {
            epsilon(found.group(1), run);
            fact("delta", found.group(2), run);
            fact("adjacency", found.group(3), run);
        }
        for (Matcher found = FACTOR.matcher(joined);
                found.find() && run.epsilon().isPresent(); ) {
            epsilon(found.group(1), run);
        }
        for (Matcher found = FACT.matcher(text); found.find(); ) {
            fact(found.group(1), found.group(2), run);
        }
        boolean isClaimed =
                run.epsilon().isPresent() && Double.isFinite(run.epsilon().getAsDouble());
        if (isSame && places == 0 && isClaimed) {
            findings.wrong(subject, "states no epsilon that could be compared");
        } else if (isSame) {
            findings.holds(subject, "the same figures in %d places".formatted(places));
        }
    }

    /** Without the marks of a warning, which stand before each of its lines. */
    private static String inOneLine(String text) {
        return text.replaceAll("(?m)^! ", "").replaceAll("\\s", " ").replaceAll(" {2,}", " ");
    }

    private void fact(String name, String text, StatedRun run) {
        switch (name) {
            case "epsilon" -> {
                // Words, such as that nothing is private, are no figure.
                if (Double.isFinite(number(text)) || text.equals("Infinity")) {
                    epsilon(text, run);
                }
            }
            case "delta" -> require(name, text, number(text) == run.delta(), exact(run.delta()));
            case "adjacency" ->
                require(
                        name,
                        text,
                        text.replace('-', '_').equals(run.adjacency().id()),
                        run.adjacency().id());
            default -> {
                OptionalDouble noise = run.noise();
                if (noise.isPresent() && noise.getAsDouble() > 0) {
                    require(name, text, number(text) == noise.getAsDouble(), exact(noise.getAsDouble()));
                }
            }
        }
    }

    private void epsilon(String figure, StatedRun run) {
        OptionalDouble epsilon = run.epsilon();
        require(
                "epsilon",
                figure,
                epsilon.isPresent() && isRoundedUp(number(figure), epsilon.getAsDouble()),
                epsilon.isPresent() ? SafeFigures.up(epsilon.getAsDouble(), 6) : "none");
    }

    private void require(String name, String said, boolean condition, String stated) {
        places++;
        if (!condition) {
            isSame = false;
            findings.wrong(subject, "says %s %s, where %s is stated".formatted(name, said, stated));
        }
    }

    /** Whether a figure for people stands for the value. */
    static boolean isRoundedUp(double figure, double value) {
        return figure == value || (figure >= value && figure <= value * (1 + ROUNDING));
    }

    /** The number that a text is; none is NaN. */
    static double number(String figure) {
        try {
            return Double.parseDouble(figure);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}

package io.abacusdp.cli.train;

import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.cli.option.Console;
import io.abacusdp.cli.output.TerminalBar;
import io.abacusdp.training.noise.TestSeed;
import io.abacusdp.training.trainer.EpochRecord;
import io.abacusdp.training.trainer.EpochTime;
import io.abacusdp.training.trainer.TrainingListener;
import io.abacusdp.training.trainer.TrainingPlan;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a run goes, on standard error: a bar if that is a terminal, as the launcher says, otherwise a line now and then. Loss and
 * accuracy are those on the test set.
 */
final class TrainingProgress implements TrainingListener, AutoCloseable {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);

    private final Console console;
    private final boolean isSecure;
    private final Duration betweenLines;
    private @Nullable TerminalBar bar;
    private long granted;
    private long stepsAtStart;
    private long started;
    private long lastLine;

    /** @param isSecure whether all randomness is secret; if it is not, no epsilon is told as one that holds */
    TrainingProgress(Console console, boolean isSecure) {
        this(console, isSecure, BETWEEN_LINES);
    }

    TrainingProgress(Console console, boolean isSecure, Duration betweenLines) {
        this.console = console;
        this.isSecure = isSecure;
        this.betweenLines = betweenLines;
    }

    @Override
    public void begun(TrainingPlan plan, long stepsDone) {
        String bound = "at most %s at delta %s (%s)"
                .formatted(
                        console.up(plan.guarantee().epsilon()),
                        SafeFigures.exact(plan.guarantee().delta()),
                        plan.adjacency().id());
        console.diagnose("%d steps with noise multiplier %s; %s"
                .formatted(
                        plan.steps(),
                        console.down(plan.noiseMultiplier()),
                        isSecure ? "epsilon will be " + bound : "epsilon: " + TestSeed.epsilon(false, bound)));
        plan.error()
                .ifPresent(error -> console.diagnose(
                        "noise %s: expected error %s on sums of steps, in clipping norms; independent noise of this epsilon has %s"
                                .formatted(
                                        plan.step().matrix().id(),
                                        console.up(error.own()),
                                        console.up(error.independent()))));
        // Charges that were made before the run was resumed leave room for the rest.
        granted = Math.min(plan.steps(), plan.granted() - (plan.charges().steps() - plan.steps()));
        stepsAtStart = stepsDone;
        started = System.nanoTime();
        lastLine = started;
        if (TerminalBar.isOfUse()) {
            bar = new TerminalBar("train", plan.steps());
            bar.stepTo(stepsDone);
        }
    }

    @Override
    public void stepped(long stepsDone) {
        if (bar != null) {
            bar.stepTo(stepsDone);
        }
    }

    @Override
    public void epochDone(EpochRecord epoch, EpochTime time) {
        long now = System.nanoTime();
        if (bar != null) {
            bar.message(brief(epoch, time));
        } else if (now - lastLine >= betweenLines.toNanos()) {
            lastLine = now;
            console.diagnose("epoch %d, step %d: %s, %s left"
                    .formatted(epoch.epoch(), epoch.step(), summary(epoch, time), left(epoch.step(), now)));
        }
    }

    private String summary(EpochRecord epoch, EpochTime time) {
        StringBuilder text = new StringBuilder();
        epoch.testLoss()
                .ifPresent(loss -> text.append("loss ").append(fixed(loss, 3)).append(", "));
        epoch.testAccuracy()
                .ifPresent(accuracy -> text.append("accuracy ")
                        .append(fixed(100 * accuracy, 2))
                        .append(" %, "));
        return text.append(isSecure ? "epsilon " : "")
                .append(isSecure ? console.up(epoch.epsilon()) : TestSeed.NOT_PRIVATE)
                .append(", ")
                .append(fixed(time.examplesPerSecond(), 0))
                .append(" examples/s")
                .toString();
    }

    /** As long as a line of a terminal has room for beside the bar. */
    private String brief(EpochRecord epoch, EpochTime time) {
        StringBuilder text = new StringBuilder();
        epoch.testLoss().ifPresent(loss -> text.append(" loss ").append(fixed(loss, 2)));
        epoch.testAccuracy()
                .ifPresent(accuracy ->
                        text.append(" acc ").append(fixed(100 * accuracy, 1)).append('%'));
        text.append(isSecure ? " eps " + SafeFigures.up(epoch.epsilon(), 3) : " not private");
        return text.append(' ')
                .append(fixed(time.examplesPerSecond() / 1000, 1))
                .append("k/s")
                .toString();
    }

    private String left(long step, long now) {
        double perStep = (now - started) * 1e-9 / Math.max(1, step - stepsAtStart);
        return fixed(Math.max(0, granted - step) * perStep, 0) + " s";
    }

    private static String fixed(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    @Override
    public void noted(String message) {
        console.diagnose(message);
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}

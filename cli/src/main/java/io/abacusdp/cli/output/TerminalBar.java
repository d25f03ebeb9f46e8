package io.abacusdp.cli.output;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar on standard error, for those who sit at a terminal. */
public final class TerminalBar implements AutoCloseable {
    private static final String TERMINAL = "abacus.terminal";

    private final ProgressBar bar;

    public TerminalBar(String name, long most) {
        bar = new ProgressBarBuilder()
                .setTaskName(name)
                .setInitialMax(most)
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(new ConsoleProgressBarConsumer(System.err))
                .build();
    }

    /** Whether standard error is a terminal, as the launcher says. */
    public static boolean isOfUse() {
        return Boolean.getBoolean(TERMINAL);
    }

    public void stepTo(long done) {
        bar.stepTo(done);
    }

    public void message(String text) {
        bar.setExtraMessage(text);
    }

    @Override
    public void close() {
        bar.close();
    }
}

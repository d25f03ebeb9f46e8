package io.abacusdp.cli.train;

import io.abacusdp.cli.option.Console;
import io.abacusdp.cli.output.TerminalBar;
import io.abacusdp.training.audit.AuditSettings;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How an audit goes, on standard error: a bar if that is a terminal, otherwise a line at the start. Safe for many threads. */
final class AuditProgress implements AutoCloseable {
    private final @Nullable TerminalBar bar;
    private long made;

    AuditProgress(Console console, AuditSettings settings) {
        console.diagnose(String.format(
                Locale.ROOT,
                "%,d runs of %d steps, and %,d runs on %,d records in a bad order",
                settings.runs(),
                settings.steps(),
                settings.orderRuns(),
                settings.orderRecords()));
        bar = TerminalBar.isOfUse() ? new TerminalBar("audit", settings.allRuns()) : null;
    }

    synchronized void made(int runs) {
        made += runs;
        if (bar != null) {
            bar.stepTo(made);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}

package io.abacusdp.cli.bench;

import io.abacusdp.cli.option.LedgerOutput;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.OutsideFailureException;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.load.LedgerBenchmark;
import io.abacusdp.load.LoadFailedException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How fast the ledger is. */
@Command(
        name = "ledger",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Durable charges a second over HTTP, with a journal that holds a million charges already.",
            "One line a store: charges_per_second with 64 clients that wait for each answer; p99_ms of charges at half",
            "that load; balance_ms, the 99th percentile; restart_s, from the start of a new process to its first balance.",
            "All but the last of a server that has been loaded until its JVM compiles little any more.",
            "The database lies in a new folder of the temporary directory, on the disk that is to be measured."
        },
        footer = {
            "",
            "PostgreSQL is started from the installation that pg_config names, unless a URL is given, and has a vacuum and",
            "a checkpoint before it is measured, as a server in use has them every few minutes.",
            "",
            "Example:",
            "  abacus bench ledger --charges 100000 --format json"
        })
final class BenchLedgerCommand implements Runnable {
    static final String TEXT = "store %s charges_per_second %.0f p99_ms %.1f balance_ms %.1f restart_s %.2f";
    static final String JSON =
            "{\"store\":\"%s\",\"charges_per_second\":%.0f,\"p99_ms\":%.1f,\"balance_ms\":%.1f,\"restart_s\":%.2f}";

    private static final int MAX_WITNESSES = 8;

    @Option(
            names = "--charges",
            paramLabel = "N",
            defaultValue = "1000000",
            converter = NumberConverters.Count.class,
            description = "In the journal beforehand. Default: 1000000.")
    private long charges;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "10",
            converter = NumberConverters.Count.class,
            description = "Of each measurement, and three times as many for p99_ms. Default: 10.")
    private long seconds;

    @Option(
            names = "--load",
            paramLabel = "N",
            converter = NumberConverters.Count.class,
            description = "Charges a second at which p99_ms is taken. Default: half of charges_per_second.")
    private @Nullable Long load;

    @Option(
            names = "--witnesses",
            paramLabel = "N",
            defaultValue = "0",
            description = "On this machine, all of which have to cosign before an answer is given. Default: none.")
    private int witnesses;

    @Option(names = "--store", paramLabel = "NAME", description = "Only sqlite, or only postgresql. Default: both.")
    private @Nullable String store;

    @Option(
            names = "--postgres",
            paramLabel = "URL",
            description = "jdbc:postgresql://... of an empty database to use instead of a server of its own.")
    private @Nullable String postgres;

    @Mixin
    private LedgerOutput output = new LedgerOutput();

    @Override
    public void run() {
        if (store != null && !store.equals("sqlite") && !store.equals("postgresql")) {
            throw new UsageException("--store must be sqlite or postgresql, got " + store);
        }
        if (!(witnesses >= 0 && witnesses <= MAX_WITNESSES)) {
            throw new UsageException("--witnesses must be from 0 to " + MAX_WITNESSES + ", got " + witnesses);
        }
        // The command itself serves after a restart.
        String command = output.command().root().userObject().getClass().getName();
        LedgerBenchmark.Settings settings = new LedgerBenchmark.Settings(charges, seconds, load, witnesses, command);
        try {
            if (store == null || store.equals("sqlite")) {
                print("sqlite", LedgerBenchmark.sqlite(settings, output::diagnose));
            }
            if (store == null || store.equals("postgresql")) {
                print("postgresql", LedgerBenchmark.postgresql(postgres, settings, output::diagnose));
            }
        } catch (LoadFailedException e) {
            throw new OutsideFailureException(CommandFailures.message(e), e);
        }
    }

    private void print(String store, LedgerBenchmark.Figures figures) {
        output.line(line(output.isJson() ? JSON : TEXT, store, figures));
    }

    static String line(String form, String store, LedgerBenchmark.Figures figures) {
        return String.format(
                Locale.ROOT,
                form,
                store,
                figures.chargesPerSecond(),
                figures.p99Millis(),
                figures.balanceMillis(),
                figures.restartSeconds());
    }
}

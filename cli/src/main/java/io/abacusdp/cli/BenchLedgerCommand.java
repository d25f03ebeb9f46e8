package io.abacusdp.cli;

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
    @Option(
            names = "--charges",
            paramLabel = "N",
            defaultValue = "1000000",
            converter = Numbers.Count.class,
            description = "In the journal beforehand. Default: 1000000.")
    private long charges;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "10",
            converter = Numbers.Count.class,
            description = "Of each measurement, and three times as many for p99_ms. Default: 10.")
    private long seconds;

    @Option(
            names = "--load",
            paramLabel = "N",
            converter = Numbers.Count.class,
            description = "Charges a second at which p99_ms is taken. Default: half of charges_per_second.")
    private @Nullable Long load;

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
        if (store == null || store.equals("sqlite")) {
            print("sqlite", LedgerBenchmark.sqlite(charges, seconds, load, output::diagnose));
        }
        if (store == null || store.equals("postgresql")) {
            print("postgresql", LedgerBenchmark.postgresql(postgres, charges, seconds, load, output::diagnose));
        }
    }

    private void print(String name, LedgerBenchmark.Figures figures) {
        String form = output.isJson()
                ? "{\"store\":\"%s\",\"charges_per_second\":%.0f,\"p99_ms\":%.1f,\"balance_ms\":%.1f,\"restart_s\":%.2f}"
                : "store %s charges_per_second %.0f p99_ms %.1f balance_ms %.1f restart_s %.2f";
        output.line(String.format(
                Locale.ROOT,
                form,
                name,
                figures.chargesPerSecond(),
                figures.p99Millis(),
                figures.balanceMillis(),
                figures.restartSeconds()));
    }
}

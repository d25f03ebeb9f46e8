package io.abacusdp.cli;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.format.EventJson;
import io.abacusdp.ledger.Ledger;
import io.abacusdp.ledger.core.Budget;
import io.abacusdp.ledger.core.Charge;
import io.abacusdp.ledger.core.Price;
import io.abacusdp.ledger.core.PrivacyUnit;
import io.abacusdp.ledger.core.Scope;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.rest.LedgerServer;
import io.abacusdp.ledger.rest.ServerSettings;
import io.abacusdp.ledger.security.ApiKeys;
import io.abacusdp.ledger.security.Permission;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Fills a ledger, serves it, and measures it from outside. */
final class LedgerBenchmark {
    private static final int AT_ONCE = 1000;
    private static final int ACCOUNTS = 100;
    /** Part of the time that the JVM may still spend on compiling when it has warmed up. */
    private static final double STILL_COMPILING = 0.1;
    /** The longest warm-up, in measurements. */
    private static final int MOST_WARM_UPS = 6;

    private static final int BALANCES = 1000;
    private static final PrivacyUnit UNIT = new PrivacyUnit("patient", Adjacency.ADD_OR_REMOVE_ONE);

    /** What a store came to. */
    record Figures(double chargesPerSecond, double p99Millis, double balanceMillis, double restartSeconds) {}

    private final String url;
    private final Path signerFile;
    private final long seconds;
    /** Charges a second at which latencies are taken; if null, half of what it came to. */
    private final @Nullable Long load;

    private final Consumer<String> progress;
    /** The database's server, if it was started for this. */
    private final @Nullable TemporaryPostgres own;

    private LedgerBenchmark(
            String url,
            Path folder,
            long seconds,
            @Nullable Long load,
            Consumer<String> progress,
            @Nullable TemporaryPostgres own) {
        this.url = url;
        this.signerFile = folder.resolve("signing.key");
        this.seconds = seconds;
        this.load = load;
        this.progress = progress;
        this.own = own;
    }

    static Figures sqlite(long charges, long seconds, @Nullable Long load, Consumer<String> progress) {
        return inFolder(folder -> new LedgerBenchmark(
                        "jdbc:sqlite:" + folder.resolve("ledger.db"), folder, seconds, load, progress, null)
                .measure(charges));
    }

    static Figures postgresql(
            @Nullable String given, long charges, long seconds, @Nullable Long load, Consumer<String> progress) {
        return inFolder(folder -> {
            if (given != null) {
                return new LedgerBenchmark(given, folder, seconds, load, progress, null).measure(charges);
            }
            try (TemporaryPostgres server = TemporaryPostgres.start(folder)) {
                return new LedgerBenchmark(server.url(), folder, seconds, load, progress, server).measure(charges);
            }
        });
    }

    /** Something to do in a folder. */
    interface Work<T> {
        T in(Path folder) throws IOException;
    }

    /** Does it in a new folder, which is deleted afterwards. */
    static <T> T inFolder(Work<T> work) {
        try {
            Path folder = Files.createTempDirectory("abacus-bench");
            try {
                return work.in(folder);
            } finally {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
        } catch (IOException | UncheckedIOException e) {
            throw new FailedException("files of the temporary directory failed: " + e, e);
        }
    }

    private Figures measure(long charges) throws IOException {
        SigningKey signer = SigningKey.readOrCreate(signerFile);
        String key;
        double rate;
        double p99;
        double balance;
        try (Ledger ledger = LedgerDatabase.reaching(url, at -> Ledger.open(at, signer, Clock.systemUTC()))) {
            fill(ledger, charges);
            key = new ApiKeys(ledger.store().access(), Clock.systemUTC())
                    .issue("bench", EnumSet.allOf(Permission.class))
                    .text();
            try (LedgerServer server = LedgerServer.start(ledger, ServerSettings.local(), Clock.systemUTC())) {
                HttpLoad clients = new HttpLoad(server.port(), key, accounts(), events());
                warmUp(() -> clients.asFastAsPossible(seconds));
                if (own != null) {
                    own.settle();
                }
                progress.accept("measuring charges");
                rate = clients.asFastAsPossible(seconds);
                // Longer than the rest, as what disturbs it is rare: the disk stops for some 100 ms now and then.
                p99 = clients.p99MillisAt(load == null ? rate / 2 : load, 3 * seconds);
                progress.accept("measuring balances");
                warmUp(() -> clients.balanceP99Millis(BALANCES));
                balance = clients.balanceP99Millis(BALANCES);
            }
        }
        progress.accept("measuring a restart");
        return new Figures(rate, p99, balance, restart(key));
    }

    /** Loads the server until little is compiled any more: on two processors that takes longer than one would think. */
    private void warmUp(Runnable work) {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        double still = 1;
        for (int i = 0; i < MOST_WARM_UPS && still > STILL_COMPILING; i++) {
            long start = System.nanoTime();
            long before = compiler.getTotalCompilationTime();
            work.run();
            still = (compiler.getTotalCompilationTime() - before) * 1e6 / (System.nanoTime() - start);
            progress.accept("warming up, compilers are busy for %.0f %% of the time".formatted(100 * still));
        }
    }

    /** Through the code that decides every charge, many in one transaction. */
    private void fill(Ledger ledger, long charges) {
        ledger.addAccount("organisation", UNIT);
        ledger.setBudget(Scope.account("organisation"), new Budget(new ZcdpLimit(1e6), null), "bench", null, "bench");
        for (String account : accounts()) {
            ledger.addAccount(account, "organisation");
            ledger.setBudget(Scope.account(account), new Budget(new ZcdpLimit(1e5), null), "bench", null, "bench");
        }
        List<Price> prices = new ArrayList<>();
        for (DpEvent event : events()) {
            prices.add(Price.of(event, UNIT.adjacency()));
        }
        long start = System.nanoTime();
        for (long done = 0; done < charges; done += AT_ONCE) {
            long from = done;
            int count = (int) Math.min(AT_ONCE, charges - done);
            Set<String> keys = new TreeSet<>();
            for (int i = 0; i < count; i++) {
                keys.add("fill-" + (from + i));
            }
            ledger.store().write(keys, processor -> {
                for (int i = 0; i < count; i++) {
                    long number = from + i;
                    processor.charge(
                            "fill-" + number,
                            new Charge(accounts().get((int) (number * 31 % ACCOUNTS)), List.of()),
                            prices.get((int) (number % prices.size())));
                }
                return true;
            });
            if ((done + count) % 100_000 == 0) {
                progress.accept("filled the journal with %d charges in %d s"
                        .formatted(done + count, (System.nanoTime() - start) / 1_000_000_000));
            }
        }
    }

    /** Seconds from the start of a new process to its first balance. */
    private double restart(String key) throws IOException {
        long start = System.nanoTime();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:+UseSerialGC");
        // As the launcher starts a server, with its archive of classes if there is one.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-XX:SharedArchiveFile="))
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Abacus.class.getName()));
        command.addAll(List.of("ledger", "serve", "--db", url));
        command.addAll(List.of("--signing-key", signerFile.toString(), "--port", "0"));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = process.inputReader()) {
            String line = out.readLine();
            if (line == null) {
                throw new IOException("the server did not start");
            }
            int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
            new HttpLoad(port, key, accounts(), events()).balanceP99Millis(1);
            return (System.nanoTime() - start) / 1e9;
        } finally {
            process.destroy();
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static List<String> accounts() {
        List<String> accounts = new ArrayList<>();
        for (int i = 0; i < ACCOUNTS; i++) {
            accounts.add("model-" + i);
        }
        return accounts;
    }

    private static List<DpEvent> events() {
        List<DpEvent> events = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            events.add(new Repeated(100 + i, new PoissonSampled(0.001, new Gaussian(100 + i))));
        }
        return events;
    }

    static String body(String account, DpEvent event) {
        return "{\"account\":\"%s\",\"scopes\":[],\"event\":%s}".formatted(account, EventJson.write(event));
    }
}

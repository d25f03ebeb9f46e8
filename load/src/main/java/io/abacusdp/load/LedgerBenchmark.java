package io.abacusdp.load;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.format.EventJson;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.KeyedCharge;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.UnavailableException;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.log.NoteKey;
import io.abacusdp.ledger.rest.LedgerServer;
import io.abacusdp.ledger.rest.ServerSettings;
import io.abacusdp.ledger.security.ApiKeys;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.ledger.witness.Signing;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Fills a ledger, serves it, and measures it from outside. */
public final class LedgerBenchmark {
    private static final int AT_ONCE = 1000;
    private static final int ACCOUNTS = 100;
    /** Part of the time that the JVM may still spend on compiling when it has warmed up. */
    private static final double STILL_COMPILING = 0.1;
    /** The longest warm-up, in measurements. */
    private static final int MOST_WARM_UPS = 6;

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** For each second of a measurement: a balance takes some milliseconds, and they are asked for one after another. */
    private static final int BALANCES_PER_SECOND = 100;

    private static final PrivacyUnit UNIT = new PrivacyUnit("patient", Adjacency.ADD_OR_REMOVE_ONE);

    /** What a store came to. */
    public record Figures(double chargesPerSecond, double p99Millis, double balanceMillis, double restartSeconds) {}

    /**
     * What is measured.
     *
     * @param charges in the journal beforehand
     * @param seconds of each measurement
     * @param load charges a second at which latencies are taken; if null, half of what it came to
     * @param witnesses how many of this machine have to cosign before an answer is given
     * @param command class whose {@code main} understands {@code ledger serve}: who serves after a restart
     */
    public record Settings(
            long charges, double seconds, @Nullable Long load, int witnesses, String command) {}

    private final Settings settings;
    private final String url;
    private final Path folder;
    private final Path signerFile;
    private final Consumer<String> progress;
    /** The database's server, if it was started for this. */
    private final @Nullable TemporaryPostgres own;

    private LedgerBenchmark(
            Settings settings, String url, Path folder, Consumer<String> progress, @Nullable TemporaryPostgres own) {
        this.settings = settings;
        this.url = url;
        this.folder = folder;
        this.signerFile = folder.resolve("signing.key");
        this.progress = progress;
        this.own = own;
    }

    /** Measures SQLite, in a file of the temporary directory. */
    public static Figures sqlite(Settings settings, Consumer<String> progress) {
        return TemporaryFolder.use(folder -> new LedgerBenchmark(
                        settings, "jdbc:sqlite:" + folder.resolve("ledger.db"), folder, progress, null)
                .measure());
    }

    /**
     * Measures PostgreSQL.
     *
     * @param given URL of an empty database; if null, a server is started for this
     */
    public static Figures postgresql(@Nullable String given, Settings settings, Consumer<String> progress) {
        return TemporaryFolder.use(folder -> {
            if (given != null) {
                return new LedgerBenchmark(settings, given, folder, progress, null).measure();
            }
            try (TemporaryPostgres server = TemporaryPostgres.start(folder)) {
                return new LedgerBenchmark(settings, server.url(), folder, progress, server).measure();
            }
        });
    }

    private Figures measure() throws IOException {
        double seconds = settings.seconds();
        Long load = settings.load();
        SigningKey signer = SigningKey.readOrCreate(signerFile);
        String key;
        double rate;
        double p99;
        double balance;
        String origin;
        try (Ledger ledger = open(Signing.by(signer))) {
            fill(ledger, settings.charges());
            key = new ApiKeys(ledger, Clock.systemUTC())
                    .issue("bench", EnumSet.allOf(Permission.class))
                    .text();
            origin = ledger.journal().head().origin();
        }
        try (LocalWitnesses witnesses =
                        LocalWitnesses.start(settings.witnesses(), NoteKey.ofLog(origin, signer.publicKey()), folder);
                Ledger ledger = open(new Signing(signer, List.of(), witnesses.quorum()))) {
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
                int balances = (int) Math.max(1, BALANCES_PER_SECOND * seconds);
                warmUp(() -> clients.balanceP99Millis(balances));
                balance = clients.balanceP99Millis(balances);
            }
        }
        progress.accept("measuring a restart");
        return new Figures(rate, p99, balance, restart(key));
    }

    private Ledger open(Signing signing) {
        try {
            return Ledger.open(url, signing, Clock.systemUTC(), PATIENCE);
        } catch (UnavailableException | IllegalStateException e) {
            throw new LoadFailedException(Objects.requireNonNullElseGet(e.getMessage(), e::toString), e);
        }
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
        ledger.setBudget(
                Scope.account("organisation"), new Budget(new ZcdpLimit(1e6), null), "bench", "second", "bench");
        for (String account : accounts()) {
            ledger.addAccount(account, "organisation");
            ledger.setBudget(Scope.account(account), new Budget(new ZcdpLimit(1e5), null), "bench", "second", "bench");
        }
        List<String> accounts = accounts();
        List<DpEvent> events = events();
        long start = System.nanoTime();
        for (long done = 0; done < charges; done += AT_ONCE) {
            int count = (int) Math.min(AT_ONCE, charges - done);
            List<KeyedCharge> batch = new ArrayList<>();
            for (long number = done; number < done + count; number++) {
                batch.add(new KeyedCharge(
                        "fill-" + number,
                        new Charge(accounts.get((int) (number * 31 % ACCOUNTS)), List.of()),
                        events.get((int) (number % events.size()))));
            }
            ledger.chargeAll(batch);
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
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), settings.command()));
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

package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Processes that are started again when they were killed, each with where it is to be killed next. */
final class CrashProcesses {
    /** A run that takes longer hangs. */
    private static final long MINUTES = 15;

    private final CrashSetup setup;
    private final String limit;
    private final List<String> serverKills = new ArrayList<>();
    private final Map<String, List<String>> clientKills = new LinkedHashMap<>();
    private final AtomicInteger kills = new AtomicInteger();
    private final List<Path> snapshots = Collections.synchronizedList(new ArrayList<>());
    private final List<Process> started = Collections.synchronizedList(new ArrayList<>());

    CrashProcesses(CrashSetup setup, String limit) {
        this.setup = setup;
        this.limit = limit;
        CrashSetup.fixture(setup.home()).data().keySet().forEach(name -> clientKills.put(name, List.of()));
    }

    CrashProcesses server(String... points) {
        serverKills.addAll(reached(points));
        return this;
    }

    CrashProcesses client(String name, String... points) {
        clientKills.put(name, reached(points));
        return this;
    }

    /** Those of rounds that the run has. */
    private List<String> reached(String... points) {
        return Stream.of(points)
                .filter(point -> Integer.parseInt(point.split(":", -1)[1]) <= setup.rounds())
                .toList();
    }

    /** How often processes are to be killed. */
    int plannedKills() {
        return serverKills.size()
                + clientKills.values().stream().mapToInt(List::size).sum();
    }

    /** Runs all to their ends, and returns what the server said at last. */
    String run() throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        try {
            Future<String> server = pool.submit(life(
                    CrashServer.class,
                    serverKills,
                    List.of(setup.home() + "", setup.port() + "", setup.rounds() + "", limit),
                    this::snapshot));
            List<Future<String>> clients = new ArrayList<>();
            clientKills.forEach((name, points) -> clients.add(pool.submit(
                    life(CrashClient.class, points, List.of(setup.home() + "", setup.port() + "", name), () -> {}))));
            List<Future<String>> all = new ArrayList<>(clients);
            all.add(server);
            awaitAll(all);
            return server.get().replaceAll(" on port [0-9]+", "");
        } finally {
            started.forEach(Process::destroyForcibly);
            pool.shutdownNow();
        }
    }

    /** Fails as soon as one does, as the others would wait for it. */
    private static void awaitAll(List<Future<String>> lives) throws Exception {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
        while (!lives.stream().allMatch(Future::isDone)) {
            for (Future<String> life : lives) {
                if (life.isDone()) {
                    life.get();
                }
            }
            assertThat(System.nanoTime()).as("the run hangs").isLessThan(end);
            Thread.sleep(20);
        }
        for (Future<String> life : lives) {
            life.get();
        }
    }

    /** How often a process was killed. */
    int kills() {
        return kills.get();
    }

    /** Copies of the server's directory, after each of its ends. */
    List<Path> snapshots() {
        return List.copyOf(snapshots);
    }

    private Callable<String> life(Class<?> main, List<String> points, List<String> args, Runnable ended) {
        return () -> {
            for (int i = 0; ; i++) {
                List<String> all = new ArrayList<>(args);
                all.add(i < points.size() ? points.get(i) : "none");
                Path out = Files.createTempFile(setup.home(), main.getSimpleName(), ".out");
                Process process = start(main, all, out);
                int status = process.waitFor();
                ended.run();
                if (status == 0 && i >= points.size()) {
                    List<String> lines = Files.readAllLines(out);
                    return lines.get(lines.size() - 1);
                }
                if (status != CrashServer.KILLED) {
                    throw new AssertionError(
                            main.getSimpleName() + " " + all + " ended with " + status + ":\n" + Files.readString(out));
                }
                kills.incrementAndGet();
            }
        };
    }

    private Process start(Class<?> main, List<String> args, Path out) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
        command.addAll(args);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        started.add(process);
        return process;
    }

    private void snapshot() {
        Path copy = setup.home().resolve("snapshot-" + snapshots.size());
        try (Stream<Path> files = Files.walk(setup.run())) {
            for (Path file : files.toList()) {
                Path to = copy.resolve(setup.run().relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(file, to);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        snapshots.add(copy);
    }
}

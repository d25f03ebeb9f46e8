package io.abacusdp.load;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A PostgreSQL server of its own, with the settings of a server in use, in a folder that is deleted afterwards. */
final class TemporaryPostgres implements AutoCloseable {
    private static final String REMEDY =
            "; install PostgreSQL such that pg_config is in PATH, or give --postgres URL, or --store sqlite";

    private final Path programs;
    private final Path data;
    private final Path log;
    private final int port;

    private TemporaryPostgres(Path programs, Path data, Path log, int port) {
        this.programs = programs;
        this.data = data;
        this.log = log;
        this.port = port;
    }

    /** By the programs that are installed on this machine. */
    static TemporaryPostgres start(Path folder) throws IOException {
        return start(folder, Path.of(output(List.of("pg_config", "--bindir"))));
    }

    /** By the programs of a directory. */
    static TemporaryPostgres start(Path folder, Path programs) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        TemporaryPostgres server =
                new TemporaryPostgres(programs, folder.resolve("postgres"), folder.resolve("postgres.log"), port);
        server.run("initdb", "--pgdata", server.data.toString(), "--username", "abacus", "--auth", "trust");
        server.run(
                "pg_ctl",
                "start",
                "--wait",
                "--pgdata",
                server.data.toString(),
                "--log",
                server.log.toString(),
                "--options",
                "-p " + port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories=''");
        return server;
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=abacus";
    }

    /**
     * Vacuum and checkpoint, as a server in use has them every few minutes. One that is new to its load makes every file
     * of its log anew, which stops all commits for about 80 ms; after a checkpoint it takes old files again.
     */
    void settle() throws IOException {
        run(
                "psql",
                "--quiet",
                "--host=127.0.0.1",
                "--port=" + port,
                "--username=abacus",
                "--dbname=postgres",
                "--command=VACUUM (ANALYZE)",
                "--command=CHECKPOINT");
    }

    @Override
    public void close() {
        try {
            run("pg_ctl", "stop", "--wait", "--mode", "fast", "--pgdata", data.toString());
        } catch (IOException e) {
            throw new LoadFailedException("PostgreSQL did not stop: " + e.getMessage(), e);
        }
    }

    private void run(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            // PostgreSQL refuses to run as root; in a namespace of its own it is somebody else.
            command.addAll(List.of("unshare", "--user"));
        }
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        output(command);
    }

    private static String output(List<String> command) throws IOException {
        Path out = Files.createTempFile("abacus-bench", ".out");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            int status = process.waitFor();
            String text = Files.readString(out, StandardCharsets.UTF_8).strip();
            if (status != 0) {
                throw new LoadFailedException("%s failed: %s%s".formatted(command.get(0), text, REMEDY), null);
            }
            return text;
        } catch (IOException e) {
            throw new LoadFailedException(command.get(0) + " cannot be run" + REMEDY, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LoadFailedException("interrupted", e);
        } finally {
            Files.delete(out);
        }
    }
}

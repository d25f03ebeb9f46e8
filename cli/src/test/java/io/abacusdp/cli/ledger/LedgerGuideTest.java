package io.abacusdp.cli.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Abacus;
import io.abacusdp.cli.Run;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/ledger.md, in a folder and at a port of their own. */
class LedgerGuideTest {
    @TempDir
    Path folder;

    private String url = "";
    private String proposal = "";
    private String block = "";
    private String reservation = "";

    @Test
    @Tag("slow")
    void commands_fromNothingToAChargedRun_andToAReservationThatWaited() throws Exception {
        List<String> commands = Files.readAllLines(Path.of("../docs/ledger.md")).stream()
                .filter(line -> line.startsWith("$ abacus "))
                .map(line -> line.substring("$ abacus ".length()))
                .toList();
        assertThat(commands.subList(0, 10)).last().isEqualTo("ledger verify");
        assertThat(commands).hasSize(10 + 11);
        Process server = null;
        try {
            for (String command : commands) {
                if (command.equals("ledger serve &")) {
                    server = java("ledger serve --port 0" + database());
                    url = server.inputReader().readLine().replace("listening ", "");
                } else {
                    done(command, run(command));
                }
            }
        } finally {
            if (server != null) {
                server.destroyForcibly().waitFor();
            }
        }
    }

    private Run run(String command) {
        String placed = command.replace("PROPOSAL", proposal)
                .replace("BLOCK", block)
                .replace("RESERVATION", reservation)
                .replace("'", "")
                .replace("keys/", folder + "/keys/")
                .replace("--keys-in keys", "--keys-in " + folder.resolve("keys"))
                .replace("-- abacus ", "-- " + String.join(" ", program()) + " ")
                .replace("--out run", "--out " + folder.resolve("run"));
        Run run = Run.of(
                command.matches("ledger (init|verify).*")
                        ? placed + database()
                        : placed.replaceFirst("--key-file", "--url " + url + " --key-file"));
        assertThat(run.status()).as(command + run.out() + run.err()).isZero();
        return run;
    }

    private void done(String command, Run run) throws IOException {
        if (command.startsWith("ledger budget") || command.startsWith("ledger blocks")) {
            proposal = run.lines().get(0).replace("proposal ", "");
            // A limit per window says what all windows of a year give away: 14 months can meet it.
            assertThat(run.out().contains("\"epsilon\":42.0")).isEqualTo(command.contains("--refresh"));
        } else if (command.startsWith("ledger list blocks")) {
            block = run.out().replaceAll("(?s).*\"(block:visits/[0-9TZ]+)\".*", "$1");
        } else if (command.startsWith("ledger queue")) {
            reservation = run.lines().get(0).replace("reservation ", "");
        } else if (command.startsWith("ledger commit")) {
            assertThat(run.lines()).contains("status COMMITTED");
        } else if (command.startsWith("ledger balance --account lab")) {
            assertThat(run.lines()).contains("charges 1", "window_number 1");
        } else if (command.startsWith("ledger key")) {
            String key = run.lines().stream()
                    .filter(line -> line.startsWith("key "))
                    .findFirst()
                    .orElseThrow();
            Files.writeString(folder.resolve("keys/trainer.key"), key.substring(4));
        } else if (command.startsWith("ledger run")) {
            JsonNode report = StrictJson.parse(Files.readString(folder.resolve("run/release/report.json")));
            String event = command.replaceAll(".*--event '(.*?)'.*", "$1");
            assertThat(report.path("privacy").path("event")).isEqualTo(StrictJson.parse(event));
        } else if (command.startsWith("ledger balance")) {
            assertThat(run.lines()).contains("meaning guarantee", "charges 1");
            assertThat(run.figure("spent")).isBetween(0.1, 3.0);
        } else if (command.startsWith("ledger verify")) {
            assertThat(run.lines()).contains("sound");
        }
    }

    private String database() {
        return " --db jdbc:sqlite:" + folder.resolve("ledger.db");
    }

    private static List<String> program() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--add-modules=jdk.incubator.vector",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Abacus.class.getName());
    }

    private static Process java(String command) throws IOException {
        List<String> line = new ArrayList<>(program());
        line.addAll(List.of(command.split(" ", -1)));
        return new ProcessBuilder(line).start();
    }
}

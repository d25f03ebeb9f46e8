package io.abacusdp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A short query starts fast only if it loads nothing that it does not need. */
class LazyLoadingTest {
    private static final List<String> HEAVY = List.of(
            "io.abacusdp.ledger.",
            "io.javalin.",
            "org.eclipse.jetty.",
            "org.flywaydb.",
            "ch.qos.logback.",
            "kotlin.",
            "io.abacusdp.federated.",
            "io.grpc.",
            "org.bouncycastle.");

    @ParameterizedTest
    @ValueSource(
            strings = {"epsilon --noise-multiplier 1 --sampling-rate 0.01 --steps 10 --delta 1e-5", "epsilon --help"})
    void query_loadsNoClassOfTheServer(String commandLine) throws Exception {
        assertThat(loaded(commandLine))
                .contains("io.abacusdp.cli.account.EpsilonCommand")
                .doesNotContain(HEAVY);
    }

    /** The measure itself: a command of the ledger does load some. */
    @Test
    void commandOfTheLedger_loadsTheLedger() throws Exception {
        assertThat(loaded("ledger verify --db jdbc:sqlite:none.db --trusted x")).contains("io.abacusdp.ledger.");
    }

    private static String loaded(String commandLine) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Abacus.class.getName()));
        command.addAll(List.of(commandLine.split(" ", -1)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return out;
    }
}

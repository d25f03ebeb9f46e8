package io.abacusdp.ledger.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.security.KeyGrant;
import io.abacusdp.ledger.security.Permission;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * openapi-generator makes a Java client of openapi.yaml; it compiles as it comes, and makes a full round against a live server.
 * The generator's jar holds what the client needs, Jackson, and is not among the libraries of other tests: the build copies it.
 */
@Tag("slow")
class GeneratedClientTest {
    private static final Path GENERATOR = Path.of("target", "generator", "openapi-generator-cli.jar");

    @TempDir
    Path folder;

    @Test
    void generatedClient_compiles_andMakesAFullRound() throws Exception {
        assertThat(GENERATOR)
                .as("the build copies it: mvn process-test-resources")
                .exists();
        Path contract = copy("openapi.yaml", folder.resolve("openapi.yaml"));
        run(
                "java",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                GENERATOR.toAbsolutePath().toString(),
                "generate",
                "-i",
                contract.toString(),
                "-g",
                "java",
                "--library",
                "native",
                "--additional-properties",
                "openApiNullable=false,useJakartaEe=false,annotationLibrary=none,documentationProvider=none,"
                        + "invokerPackage=client,apiPackage=client.api,modelPackage=client.model",
                "--global-property",
                "apis,models,supportingFiles,modelDocs=false,apiDocs=false,modelTests=false,apiTests=false",
                "-o",
                folder.resolve("client").toString());
        Path sources = folder.resolve("client/src/main/java");
        copy("round/Round.txt", sources.resolve("round/Round.java"));
        // The one annotation that the generated code names and the generator's jar does not hold.
        Path annotation = sources.resolve("javax/annotation/Generated.java");
        Files.createDirectories(annotation.getParent());
        Files.writeString(
                annotation,
                "package javax.annotation; public @interface Generated { String[] value(); String comments() default \"\";"
                        + " String date() default \"\"; }");
        Path classes = folder.resolve("classes");
        List<String> compile = new ArrayList<>(List.of(
                "javac", "-J-XX:TieredStopAtLevel=1", "-nowarn", "-proc:none", "-cp", GENERATOR.toString(), "-d"));
        compile.add(classes.toString());
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(compile::add);
        }
        run(compile.toArray(new String[0]));
        try (Served served = Served.at("jdbc:sqlite:" + folder.resolve("ledger.db"))) {
            String done = run(
                    "java",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    classes + System.getProperty("path.separator") + GENERATOR,
                    "round.Round",
                    "http://127.0.0.1:" + served.server.port(),
                    person(served, "alice"),
                    person(served, "bob"));
            assertThat(done).contains("round done");
        }
    }

    private static String person(Served served, String name) {
        served.keys.addPerson(name, Actor.LEDGER, null, "test");
        return served.keys
                .issue(KeyGrant.person(name, name, EnumSet.allOf(Permission.class), null), Actor.LEDGER, null)
                .text();
    }

    private static Path copy(String resource, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        try (InputStream in = Objects.requireNonNull(LedgerServer.class.getResourceAsStream(resource), resource)) {
            Files.copy(in, target);
        }
        return target;
    }

    /** What a program of the JDK prints; it has to end well. */
    private String run(String... command) throws IOException, InterruptedException {
        command[0] = Path.of(System.getProperty("java.home"), "bin", command[0]).toString();
        Path out = Files.createTempFile(folder, "out", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        int status = process.waitFor();
        String text = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(status).as(text).isZero();
        return text;
    }
}

package io.abacusdp.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.Run;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Training whose unit of privacy is a person with several records. */
class UserTrainingTest {
    @TempDir
    static Path files;

    @TempDir
    private Path scratch;

    @BeforeAll
    static void write() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder table = new StringBuilder("who,x,y,label\n");
        for (int user = 0; user < 200; user++) {
            for (int record = 0; record < 1 + user % 8; record++) {
                double x = random.nextDouble();
                double y = random.nextDouble();
                table.append("secret%d,%.3f,%.3f,%s\n".formatted(user, x, y, x + y > 1 ? "yes" : "no"));
            }
        }
        Files.writeString(files.resolve("table.csv"), table);
        Files.writeString(files.resolve("schema.json"), """
                {"columns": {"who": {"type": "ignored"}, "x": {"type": "numeric", "low": 0, "high": 1},
                 "y": {"type": "numeric", "low": 0, "high": 1}, "label": {"type": "categorical", "categories": ["yes", "no"]}}}
                """);
    }

    private Run train(String more) {
        return Run.of("train --data csv:%s --schema %s --label label --epochs 2 --lot 40 --out %s %s"
                .formatted(files.resolve("table.csv"), files.resolve("schema.json"), scratch.resolve("run"), more)
                .strip());
    }

    private JsonNode report() throws IOException {
        return StrictJson.parse(Files.readString(scratch.resolve("run/release/report.json")));
    }

    private void assertSound() throws IOException {
        Run checked = Run.of("check " + scratch.resolve("run"));
        assertThat(checked.status()).as(checked.out()).isZero();
        try (var released = Files.list(scratch.resolve("run/release"))) {
            for (Path file : released.toList()) {
                assertThat(Files.readAllBytes(file))
                        .as(file.toString())
                        .satisfies(bytes -> assertThat(new String(bytes, StandardCharsets.ISO_8859_1))
                                .doesNotContain("secret"));
            }
        }
    }

    /** 900 records, of which each person's first three are 200 + 175 + 150 = 525. */
    @Test
    void cappedRecords_areChargedForAllThatAPersonHasLeft() throws IOException {
        Run run = train("--user who --records-per-user 3");

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.lines().get(0)).contains("for a user, up to 3 of whose records are used");
        assertThat(report().path("data").path("examples").asInt()).isEqualTo(525);
        JsonNode step = report().path("privacy").path("event").path("event");
        assertThat(step.path("type").asText()).isEqualTo("group");
        assertThat(step.path("size").asInt()).isEqualTo(3);
        assertSound();
    }

    @Test
    void usersAsOne_areWhatIsDrawn() throws IOException {
        Run run = train("--user who --clip-per user");

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.lines().get(1)).startsWith("The number of users, 200, is taken as public");
        JsonNode step = report().path("privacy").path("event").path("event");
        assertThat(step.path("type").asText()).isEqualTo("poisson_sampled");
        assertThat(step.path("rate").asDouble()).isEqualTo(0.2);
        assertSound();
    }

    @Test
    void declaredUsers_areSaidToBeDeclared() throws IOException {
        Run run = train("--records-per-user 2 --audit 60");

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.lines().get(0)).contains("for a user with up to 2 records, as declared");
        assertThat(Files.readString(scratch.resolve("run/release/report.txt")))
                .contains("People with more than 2 records: that nobody has more was declared");
        assertSound();
    }

    @Test
    void recordsOfOwners_areUsedUpToABoundForEach() throws IOException {
        Run run = train("--owners who --records-per-user 3");

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.lines().get(0))
                .contains(
                        "under zero-out adjacency, for an owner, up to 3 of whose records are used, who owns which being public");
        assertThat(report().path("data").path("examples").asInt()).isEqualTo(525);
        assertThat(Files.readString(scratch.resolve("run/release/report.txt")))
                .contains("Who owns which records, and how many there are of each: that is taken as public");
        assertSound();
    }

    /** The same noise costs a person with several records more. */
    @Test
    void users_costMoreThanRecords() throws IOException {
        assertThat(train("--noise-multiplier 2 --records-per-user 1").status()).isZero();
        double one = report().path("privacy").path("epsilon").asDouble();
        scratch = scratch.resolve("other");
        Files.createDirectory(scratch);
        assertThat(train("--noise-multiplier 2 --records-per-user 4").status()).isZero();
        assertThat(report().path("privacy").path("epsilon").asDouble()).isGreaterThan(2 * one);
    }

    @Test
    void report_thatClaimsUsersForChargesOfRecords_isFound() throws IOException {
        assertThat(train("").status()).isZero();
        Path file = scratch.resolve("run/release/report.json");
        ObjectNode report = (ObjectNode) StrictJson.parse(Files.readString(file));
        String unit = "a user with up to 5 records, as declared";
        report.withObject("/settings").put("unit of privacy", unit);
        report.withObject("/privacy").put("unit", unit);
        Files.writeString(file, report.toPrettyString());

        Run checked = Run.of("check " + file);
        assertThat(checked.status()).isEqualTo(4);
        assertThat(checked.out()).contains("its charges are for another");
    }

    /** Charges of records and of users who are clipped as one look alike; the run's own settings do not. */
    @Test
    void release_thatClaimsClippedUsersForRecords_isFoundByItsRun() throws IOException {
        assertThat(train("").status()).isZero();
        Path file = scratch.resolve("run/release/report.json");
        String unit = "a user, whose records are clipped as one";
        ObjectNode report = (ObjectNode) StrictJson.parse(Files.readString(file));
        report.withObject("/settings").put("unit of privacy", unit);
        report.withObject("/privacy").put("unit", unit);
        Files.writeString(file, report.toPrettyString());

        Run checked = Run.of("check " + scratch.resolve("run"));
        assertThat(checked.out())
                .contains("release/report.json is not what this run released")
                .contains("the unit of privacy of one is not that of the other");
    }

    @Test
    void options_thatMakeNoSense_areRefused() {
        assertThat(train("--user who").err()).contains("--user needs --records-per-user");
        assertThat(train("--clip-per user").err()).contains("--clip-per user needs --user");
        assertThat(train("--user x --clip-per user").err()).contains("the schema has as ignored");
        assertThat(train("--user who --clip-per user --audit 60").err())
                .contains("--audit draws canaries among records");
        assertThat(train("--user who --clip-per user --adaptive").err()).contains("clipped to one norm");
        assertThat(Run.of("train --user who --clip-per user").err())
                .contains("--user and --owners are for --data csv:FILE");
        assertThat(train("--owners who").err()).contains("--owners needs --records-per-user");
        assertThat(train("--owners who,x --records-per-user 2").err()).contains("the schema has as ignored");
        assertThat(train("--owners who --records-per-user 2 --adjacency add_or_remove_one")
                        .err())
                .contains("records of several owners have a guarantee under zero_out");
        assertThat(train("--records-per-user 1001").err()).contains("from 1 to 1000");
    }
}

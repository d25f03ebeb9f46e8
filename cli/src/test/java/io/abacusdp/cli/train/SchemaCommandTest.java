package io.abacusdp.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Run;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaCommandTest {
    @TempDir
    private Path scratch;

    private Path csv(String text) throws IOException {
        return Files.writeString(scratch.resolve("table.csv"), text);
    }

    /** Two files with one header and nothing else in common give the same skeleton, byte for byte. */
    @Test
    void schema_comesFromHeaderAndDeclarationsAlone() throws IOException {
        String declared = " --numeric age=20:90 --categorical sex=f,m --ignored id";
        Run first = Run.of("schema " + csv("id,age,sex,\"weight, kg\"\n7,41,f,80\n") + declared);
        Run other = Run.of("schema " + csv("id,age,sex,\"weight, kg\"\nsecret,-1e9,x,\"\n\"\n\u0000\u00ff") + declared);

        assertThat(first.status()).as(first.err()).isZero();
        assertThat(other.out()).isEqualTo(first.out());
        JsonNode columns = StrictJson.parse(first.out()).path("columns");
        assertThat(columns.fieldNames()).toIterable().containsExactly("id", "age", "sex", "weight, kg");
        assertThat(columns.path("age").path("high").doubleValue()).isEqualTo(90);
        assertThat(columns.path("sex").path("categories").get(1).textValue()).isEqualTo("m");
        assertThat(columns.path("id").path("type").textValue()).isEqualTo("ignored");
        assertThat(columns.path("weight, kg").path("type").textValue()).startsWith("TODO");
    }

    @Test
    void schema_isTakenByTrainOnceItIsFilledIn() throws IOException {
        Path table = csv("age,sex\n41,f\n50,m\n33,f\n61,m\n");
        Path schema = scratch.resolve("schema.json");

        Run.of("schema " + table + " --numeric age=20:90 --out " + schema);
        Run unfinished = Run.of(
                "train --data csv:" + table + " --label sex --schema " + schema + " --out " + scratch.resolve("run"));
        Files.delete(schema);
        Run.of("schema " + table + " --numeric age=20:90 --categorical sex=f,m --out " + schema);
        Run dry = Run.of("train --data csv:" + table + " --label sex --schema " + schema + " --lot 2 --dry-run --out "
                + scratch.resolve("run"));

        assertThat(unfinished.status()).isEqualTo(2);
        assertThat(unfinished.err()).contains("type must be numeric, categorical or ignored, got \"TODO");
        assertThat(dry.status()).as(dry.err()).isZero();
        assertThat(scratch.resolve("run")).doesNotExist();
    }

    /** A file without a header: its first record must not become names of columns, nor be shown. */
    @Test
    void schema_ofAFileWithoutAHeader_isRefusedWithoutShowingIt() throws IOException {
        for (String line : new String[] {"Miller,41,f\n", "41.5\n", "Miller,NA,f\n", "a,,c\n", "a,b,a\n"}) {
            Run run = Run.of("schema " + csv(line + "Smith,50,m\n"));

            assertThat(run.status()).as(line).isEqualTo(2);
            assertThat(run.out()).isEmpty();
            // The folder's name is random.
            assertThat(run.err().replace(scratch.toString(), ""))
                    .doesNotContain("Miller")
                    .doesNotContain("41")
                    .contains("table.csv");
        }
    }

    @Test
    void schema_ofWrongDeclarations_isRefusedByName() throws IOException {
        Path table = csv("age,sex\n");
        Map<String, String> wrong = Map.of(
                "--numeric age", "--numeric must be a name, an equals sign and what is declared, got age",
                "--numeric age=90:20", "a range whose low is below its high, got 90:20",
                "--numeric age=x", "--numeric must have a range such as 20:90, got x",
                "--categorical sex=f", "two or more different categories such as f,m, got f",
                "--ignored name", "--ignored must name a column of the header, got name",
                "--ignored age --numeric age=1:2", "a column is declared once, got age again");
        wrong.forEach((options, message) -> {
            Run run = Run.of("schema " + table + " " + options);

            assertThat(run.status()).as(options).isEqualTo(2);
            assertThat(run.err()).contains(message);
        });
    }
}

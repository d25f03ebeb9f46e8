package io.abacusdp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.cli.output.CommandFailures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * No value of private data is in anything that the command prints or writes, however the data is damaged. Every cell of the data
 * carries a mark that is in nothing else; a float that is printed has it too, once its point is taken out.
 */
class PrivateValuesTest {
    private static final String MARK = "73196408";
    private static final String SHOW = " " + CommandFailures.SHOW_PRIVATE_VALUES;

    private static final String SCHEMA = """
            {"columns": {
               "dose": {"type": "numeric", "low": 0, "high": 100000000},
               "town": {"type": "categorical", "categories": ["north", "south"]},
               "name": {"type": "ignored"},
               "ill":  {"type": "categorical", "categories": ["yes73196408", "no73196408"]}}}
            """;

    private static final String HEADER = "dose,town,name,ill\n";
    private static final String ROW = "73196408,ulm73196408,eve73196408,yes73196408\n";

    @TempDir
    private Path scratch;

    /**
     * A damaged file.
     *
     * @param place what the message must name
     * @param isValue whether one value is at fault, which is shown to those who ask for it
     */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
    private record Damage(String name, byte[] bytes, String place, boolean isValue) {
        static Damage of(String name, String text, String place, boolean isValue) {
            return new Damage(name, text.getBytes(StandardCharsets.UTF_8), place, isValue);
        }
    }

    private static List<Damage> damages() throws IOException {
        List<Damage> all = new ArrayList<>();
        all.add(Damage.of("no number", HEADER + ROW + ROW.replaceFirst("73", "x73"), "column dose of row 2", true));
        all.add(Damage.of("two numbers", HEADER + ROW.replaceFirst(",", " 73196408,"), "column dose of row 1", true));
        all.add(Damage.of("unknown class", HEADER + ROW + ROW.replace("yes", "hiv"), "column ill of row 2", true));
        all.add(Damage.of("class missing", HEADER + ROW.replace("yes73196408", "NA"), "column ill of row 1", false));
        all.add(Damage.of("number missing", HEADER + ROW.replaceFirst("73196408", ""), "column dose of row 1", false));
        all.add(Damage.of("huge cell", HEADER + MARK.repeat(100_000) + "x" + ROW, "column dose of row 1", true));
        all.add(Damage.of("control characters", HEADER + "\u001b[2J" + ROW, "column dose of row 1", true));
        all.add(Damage.of("no header", ROW + ROW, "must have a header with the columns of its schema", true));
        all.add(Damage.of("another header", "dose,town,name,hiv73196408\n" + ROW, "number [4], absent: [ill]", true));
        all.add(Damage.of(
                "a column more",
                HEADER.replace("ill", "ill,x73196408") + ROW.replace("\n", ",73196408\n"),
                "number [5]",
                true));
        all.add(Damage.of("a column less", "dose,town,name\n73196408,73196408,73196408\n", "absent: [ill]", false));
        all.add(Damage.of("a column twice", "x73196408,x73196408,name,ill\n" + ROW, "column number 2", true));
        all.add(Damage.of("a column without a name", "dose,,name,ill\n" + ROW, "column number 2 has none", false));
        all.add(Damage.of("a field more", HEADER + ROW + "73196408," + ROW, "line 3", false));
        all.add(Damage.of("a field less", HEADER + ROW + "73196408\n", "line 3", false));
        all.add(Damage.of("an open quote", HEADER + ROW + "\"" + ROW, "line 3", false));
        all.add(Damage.of("a quote within", HEADER + "73196408\"" + ROW, "line 2", false));
        all.add(Damage.of("more after a quote", HEADER + "\"73196408\"" + ROW, "line 2", false));
        all.add(Damage.of("an old line end", HEADER + "73196408\r" + ROW, "line 2", false));
        all.add(Damage.of("nothing", "", "must have a line with the names of its columns", false));
        all.add(new Damage(
                "another encoding",
                (HEADER + "\u00e473196408" + ROW).getBytes(StandardCharsets.ISO_8859_1),
                "UTF-8",
                false));
        all.add(new Damage("wide characters", (HEADER + ROW).getBytes(StandardCharsets.UTF_16), "UTF-8", false));
        byte[] gzip = gzip(HEADER + ROW);
        all.add(new Damage("cut off", Arrays.copyOf(gzip, gzip.length - 9), "gzip", false));
        gzip[gzip.length - 5] ^= 1;
        all.add(new Damage("a wrong checksum", gzip, "gzip", false));
        return all;
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private Path file(String name, byte[] bytes) throws IOException {
        Files.createDirectories(scratch);
        return Files.write(scratch.resolve(name), bytes);
    }

    private Path file(String name, String text) throws IOException {
        return file(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether it has the mark in part: a rounded figure does not have all of it. */
    private boolean tellsPartOfValues(Run run) {
        String text = (run.out() + run.err()).replace(scratch.toString(), "");
        return tellsValues(text) || text.replace(".", "").contains(MARK.substring(0, 6));
    }

    private static boolean tellsValues(String text) {
        return text.replace(".", "").contains(MARK);
    }

    /** Runs a command that must fail, and checks that neither it nor its files tell a value. */
    private String refused(String commandLine) throws IOException {
        Path out = scratch.resolve("out");
        Run run = Run.of(commandLine + (commandLine.contains(" client ") ? "" : " --out " + out));

        assertThat(run.status()).as(commandLine + run.err()).isEqualTo(2);
        assertThat(tellsPartOfValues(run)).as(run.err()).isFalse();
        assertThat(out).as(commandLine).doesNotExist();
        return run.err();
    }

    @Test
    void damagedTable_isRefusedByPlaceAndItsValuesAreToldOnlyToThoseWhoAsk() throws IOException {
        Path schema = file("schema.json", SCHEMA);
        for (Damage damage : damages()) {
            Path folder = Files.createDirectories(scratch.resolve("clients"));
            Path data = Files.write(folder.resolve("site.csv"), damage.bytes());
            String known = " --label ill --schema " + schema;
            for (String command : List.of(
                    "train --data csv:" + data + known,
                    "federated simulate --clients " + folder + known,
                    "federated client --server localhost:1 --credentials none --data " + data + known)) {
                assertThat(refused(command))
                        .as(damage.name())
                        .contains(damage.place())
                        .contains("site.csv");
                String shown = Run.of(command + SHOW).err();
                assertThat(tellsValues(shown)).as(damage.name() + shown).isEqualTo(damage.isValue());
                assertThat(shown).as(damage.name()).doesNotContain("\u001b").hasSizeLessThan(1000);
            }
            Files.delete(data);
        }
    }

    /** The ranges of one table, and the other to test with. */
    @Test
    void damagedTable_withRangesFromPrivateData_isRefusedWithoutItsNames() throws IOException {
        String header = HEADER.replace("dose", "dose73196408");
        String rows = ROW + ROW.replaceFirst("73196408", "1").replace("yes", "no");
        Path good = file("good.csv", header + rows);
        String ranges = " --ranges-from-private-data --label ill --data csv:";
        Path test = file("test.csv", header + ROW.replaceFirst("73", "x73"));
        assertThat(refused("train" + ranges + good + " --test " + test)).contains("column number 1 of row 1");
        file("test.csv", HEADER + ROW);
        assertThat(refused("train" + ranges + good + " --test " + test)).contains("number [1], absent: 1 columns");
        Path wide = file("wide.csv", header + rows + ROW.replaceFirst("73196408", "-73196408e301"));
        assertThat(refused("train" + ranges + wide)).contains("column number 1 must have numbers whose range");
        assertThat(tellsValues(Run.of("train" + ranges + wide + SHOW).err())).isTrue();
        Path noHeader = file("no-header.csv", ROW + ROW);
        assertThat(refused("train" + ranges + noHeader)).contains("the header has no 'ill'");
        Path oneClass = file("one-class.csv", header + ROW + ROW);
        assertThat(refused("train" + ranges + oneClass)).contains("a column of at least 2 values, and 'ill' has fewer");
    }

    @Test
    void privateDataInTheWrongPlace_isNotQuoted() throws IOException {
        Path good = file("good.csv", HEADER + ROW);
        String known = " --label ill --data csv:" + good + " --schema ";
        for (String wrong : List.of(
                ROW,
                "x" + ROW,
                "\"73196408\"",
                "[73196408]",
                "{\"x73196408\": \"73196408\"}",
                "{\"x73196408\": x73196408}")) {
            Path file = file("wrong", wrong);
            assertThat(refused("train" + known + file)).contains("--schema must be", "wrong");
            assertThat(refused("train --model " + file)).contains("--model must be", "wrong");
        }
        Path latin = file("latin", new byte[] {'[', (byte) 0xe4});
        assertThat(refused("train" + known + latin)).contains("--schema must be JSON in UTF-8");
        Files.createDirectories(scratch.resolve("idx"));
        for (String name : List.of("train-images", "t10k-images")) {
            file("idx/" + name + "-idx3-ubyte", ROW);
        }
        for (String name : List.of("train-labels", "t10k-labels")) {
            file("idx/" + name + "-idx1-ubyte", ROW);
        }
        String message = refused("train --data mnist:" + scratch.resolve("idx"));
        assertThat(message)
                .contains("train-images-idx3-ubyte must begin with 0x00000803")
                .doesNotContain("37333139");
    }

    /** Features are scaled to [0, 1], and so are no numbers of words. */
    @Test
    void featuresThatTheModelCannotTake_areNotQuoted() throws IOException {
        Path data = file("data.csv", HEADER + ROW + ROW);
        Path schema = file("schema.json", SCHEMA);
        Path model = file("model.json", """
                {"input":[4],"layers":[{"type":"embedding","vocabulary":10,"dimension":2},{"type":"flatten"},
                {"type":"linear","outputs":2}],"loss":"softmax_cross_entropy"}
                """);

        Run run = Run.of("train --label ill --data csv:" + data + " --schema " + schema + " --model " + model
                + " --lot 2 --out " + scratch.resolve("words"));

        assertThat(run.status()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains("the embedding takes integers from 0 to 9, and a feature of example 0");
        assertThat(tellsPartOfValues(run)).as(run.err()).isFalse();
    }

    /** A run that succeeds writes much more: nothing of it may have a cell, a name or a category of the data. */
    @Test
    void privateRun_writesNoValueIntoAnyFile() throws IOException {
        StringBuilder rows = new StringBuilder(HEADER.replace("dose", "dose73196408"));
        for (int i = 0; i < 100; i++) {
            String row = i % 2 == 0 ? ROW : ROW.replace("yes", "no");
            rows.append(i % 3 == 0 ? row.replace("73196408,ulm", "0,bonn") : row);
        }
        Path data = file("data.csv", rows.toString());
        Path out = scratch.resolve("run");

        Run run = Run.of("train --ranges-from-private-data --label ill --epochs 1 --lot 50 --data csv:" + data
                + " --test " + data + " --out " + out);

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(tellsValues(run.out() + run.err())).isFalse();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(out)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        assertThat(files).hasSizeGreaterThan(5);
        for (Path file : files) {
            assertThat(tellsValues(Files.readString(file, StandardCharsets.ISO_8859_1)))
                    .as(file.toString())
                    .isFalse();
        }
    }

    @Test
    void faultOfTheProgram_isTracedWithoutMessagesWhereDataIsPrivate() {
        Exception fault = new IllegalStateException(
                "a thread failed", new IndexOutOfBoundsException("Index 73196408 out of bounds for length 10"));

        assertThat(trace(fault, "train"))
                .contains("IndexOutOfBoundsException", "at io.abacusdp")
                .doesNotContain(MARK);
        assertThat(trace(fault, "federated", "simulate")).doesNotContain(MARK);
        assertThat(trace(fault, "train", CommandFailures.SHOW_PRIVATE_VALUES)).contains(MARK);
        assertThat(trace(fault, "epsilon", "--noise-multiplier", "1", "--delta", "1e-5"))
                .contains(MARK);
    }

    private static String trace(Exception fault, String... args) {
        StringWriter err = new StringWriter();
        CommandLine commandLine = Abacus.commandLine(System.in, args);
        commandLine.setErr(new PrintWriter(err));
        int status = CommandFailures.failed(fault, commandLine, commandLine.parseArgs(args));
        assertThat(status).isEqualTo(1);
        return err.toString();
    }
}

package io.abacusdp.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvSchemaTest {
    private static final String SCHEMA = """
            {"columns": {
               "size": {"type": "numeric", "low": 10, "high": 20},
               "colour": {"type": "categorical", "categories": ["red", ["green", "lime"]]},
               "dose": {"type": "numeric", "low": 0, "high": 4, "missing": "indicate"},
               "rest": {"type": "numeric", "low": -1, "high": 1, "missing": 0.5},
               "id": {"type": "ignored"},
               "kind": {"type": "categorical", "categories": ["0", "1"]}},
             "missing_values": ["", "?"]}
            """;

    private static final String HEADER = "id,kind,colour,size,dose,rest\n";

    @TempDir
    private Path directory;

    private CsvTable table(String text) throws IOException {
        return CsvTable.read(Files.writeString(directory.resolve("t.csv"), text));
    }

    private static float[] row(Dataset dataset, int row) {
        float[] features = new float[dataset.featureCount()];
        dataset.copyFeatures(row, features, 0);
        return features;
    }

    @Test
    void columns_becomeFeaturesInTheOrderOfTheSchema() throws IOException {
        CsvSchema schema = CsvSchema.fromJson(SCHEMA);
        Dataset dataset = schema.dataset(
                table(HEADER + "7,1.0,red,15,1,-1\n" + "8,0, lime ,99,?,\n" + "9,+1,blue,-1e3,4,1\n"
                        + "x,0,?,12.5,.5,0\n"),
                "kind");

        assertThat(schema.featureNames("kind"))
                .containsExactly("size", "colour=red", "colour=green", "colour=other", "dose", "dose=missing", "rest");
        assertThat(row(dataset, 0)).containsExactly(0.5f, 1, 0, 0, 0.25f, 0, 0);
        assertThat(row(dataset, 1)).containsExactly(1, 0, 1, 0, 0, 1, 0.75f);
        assertThat(row(dataset, 2)).containsExactly(0, 0, 0, 1, 1, 0, 1);
        assertThat(row(dataset, 3)).containsExactly(0.25f, 0, 0, 1, 0.125f, 0, 0.5f);
        assertThat(List.of(dataset.target(0), dataset.target(1), dataset.target(2), dataset.target(3)))
                .containsExactly(1f, 0f, 1f, 0f);
        assertThat(dataset.classes()).isEqualTo(2);
        assertThat(dataset.notes()).isEmpty();
    }

    @Test
    void numericLabel_isForRegression() throws IOException {
        Dataset dataset = CsvSchema.fromJson(SCHEMA).dataset(table(HEADER + "7,1,red,15,3,-1\n"), "dose");

        assertThat(dataset.classes()).isZero();
        assertThat(dataset.target(0)).isEqualTo(0.75f);
        assertThat(dataset.featureCount()).isEqualTo(1 + 3 + 1 + 3);
    }

    private void assertRefused(String rows, String label, String problem) throws IOException {
        assertRefused(rows, label, problem, Optional.empty());
    }

    /** @param found what is kept apart from the message */
    private void assertRefused(String rows, String label, String problem, Optional<String> found) throws IOException {
        CsvTable table = table(rows);
        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> CsvSchema.fromJson(SCHEMA).dataset(table, label))
                .withMessageContaining("t.csv")
                .withMessageEndingWith(problem)
                .satisfies(e -> assertThat(e.found()).isEqualTo(found));
    }

    @Test
    void whatTheSchemaDoesNotAllow_isRefusedWithItsPlace() throws IOException {
        assertRefused(
                HEADER + "7,1,red,15,3,0\n7,1,red,,3,0\n",
                "kind",
                "column size of row 2 is missing; declare what shall stand for missing values");
        for (String wrong : List.of("tall", "NaN", "0x1p3")) {
            assertRefused(
                    HEADER + "7,1,red," + wrong + ",3,0\n",
                    "kind",
                    "column size of row 1 must be a number",
                    Optional.of(wrong));
        }
        for (String wrong : List.of("2", "?")) {
            assertRefused(
                    HEADER + "7," + wrong + ",red,15,3,0\n",
                    "kind",
                    "column kind of row 1 must be one of the declared categories",
                    Optional.of(wrong));
        }
        assertRefused(
                HEADER + "7,1,red,15,?,0\n",
                "dose",
                "column dose of row 1 is missing; declare what shall stand for missing values",
                Optional.of("?"));
        String columns = "; there are [size, colour, dose, rest, id, kind]";
        String noLabel = "the label must be a numeric or categorical column, got ";
        assertRefused(HEADER + "7,1,red,15,3,0\n", "id", noLabel + "'id'" + columns);
        assertRefused(HEADER + "7,1,red,15,3,0\n", "sort", noLabel + "'sort'" + columns);
        assertRefused(
                "id,kind,Ulm,size,dose,1990\n",
                "kind",
                "not declared: the columns of number [3, 6], absent: [colour, rest]",
                Optional.of("Ulm, 1990"));
    }

    /** Such a schema has its names from the table, whose first line may be a record. */
    @Test
    void namesTakenFromTheData_areNotToldEither() throws IOException {
        CsvSchema schema = PrivateRanges.takenFrom(table("Ulm,y\n30,b\n50,a\n40,b\n"), "y");

        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> schema.dataset(table("y,Ulm\na,tall\n"), "y"))
                .withMessageEndingWith("t.csv: column number 2 of row 1 must be a number");
        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> schema.dataset(table("y,Bonn\na,1\n"), "y"))
                .withMessageEndingWith("not declared: the columns of number [2], absent: 1 columns");
        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> schema.dataset(table("y,Ulm\na,1\n"), "z"))
                .withMessageEndingWith("the label must be a numeric or categorical column, got 'z'");
        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> PrivateRanges.takenFrom(table("Ulm,y\n-1e308,b\n1e308,a\n"), "y"))
                .withMessageEndingWith("column number 1 must have numbers whose range is finite in double precision")
                .satisfies(e -> assertThat(e.found().orElse("")).contains("1.0E308"));
    }

    @Test
    void whatWasFound_isToldInPartAndWithoutControlCharacters() throws IOException {
        CsvTable table = table(HEADER + "7,1,red,\u001b[2J" + "9".repeat(10_000) + "x,3,0\n");

        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> CsvSchema.fromJson(SCHEMA).dataset(table, "kind"))
                .satisfies(e -> assertThat(e.found().orElse(""))
                        .startsWith("\uFFFD[2J9")
                        .hasSize(203));
    }

    private static void assertBadSchema(String from, String to, String problem) {
        String json = SCHEMA.replace(from, to);
        assertThat(json).isNotEqualTo(SCHEMA);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CsvSchema.fromJson(json))
                .withMessageContaining(problem);
    }

    @Test
    void badSchemas_areRefusedByName() {
        assertBadSchema(
                "\"high\": 20", "\"high\": 10", "column size of a schema: low must be below high, got 10.0 and 10.0");
        assertBadSchema(
                "\"high\": 20", "\"high\": \"20\"", "column size of a schema: high must be a number, got \"20\"");
        assertBadSchema(
                "\"high\": 20", "\"hihg\": 20", "must have the fields [high, low, type] and may have [missing]");
        assertBadSchema(
                "\"indicate\"", "\"drop\"", "missing must be refuse, indicate or the number to take, got \"drop\"");
        assertBadSchema("0.5", "1.5", "the value for missing ones must be from -1.0 to 1.0, got 1.5");
        assertBadSchema(
                "\"ignored\"", "\"skipped\"", "column id of a schema: type must be numeric, categorical or ignored");
        assertBadSchema("[\"0\", \"1\"]", "[\"0\"]", "there must be at least 2 categories, got [[0]]");
        assertBadSchema("[\"0\", \"1\"]", "[\"1\", \"1.0\"]", "categories must be different, got 1.0 again");
        assertBadSchema("[\"0\", \"1\"]", "[\"0\", []]", "a category must have at least 1 value");
        assertBadSchema("[\"0\", \"1\"]", "[\"0\", 1]", "one of the categories must be a list of strings, got 1");
        assertBadSchema("[\"0\", \"1\"]", "[\"0\", [1]]", "one of the categories must be a list of strings, got [1]");
        assertBadSchema("[\"0\", \"1\"]", "3", "categories must be a list, got 3");
        assertBadSchema("missing_values", "missing", "a schema must have the fields [columns]");
        assertThatIllegalArgumentException().isThrownBy(() -> CsvSchema.fromJson("{\"columns\": {}}"));
        assertThatIllegalArgumentException().isThrownBy(() -> CsvSchema.fromJson("[]"));
        assertThatIllegalArgumentException().isThrownBy(() -> CsvSchema.fromJson("{\"columns\": {\"a\": 1}}"));
    }

    @Test
    void json_roundTrips() {
        CsvSchema schema = CsvSchema.fromJson(SCHEMA);
        CsvSchema again = CsvSchema.fromJson(schema.toJson());

        assertThat(again.columns()).isEqualTo(schema.columns());
        assertThat(again.columns().keySet())
                .containsExactlyElementsOf(schema.columns().keySet());
        assertThat(again.missing()).containsExactlyInAnyOrder("", "?");
        assertThat(CsvSchema.fromJson("{\"columns\": {\"a\": {\"type\": \"ignored\"}}}")
                        .missing())
                .containsExactlyInAnyOrder("", "?", "NA");
    }

    @Test
    void rangesTakenFromTheData_areNotedInEveryDatasetOfTheirs() throws IOException {
        CsvTable table = table("age,town,same,flag,y\n30,Ulm,1,?,b\n50,Bonn,1,2,a\n40,Ulm,1,4,b\n");
        CsvSchema schema = PrivateRanges.takenFrom(table, "y");
        Dataset dataset = schema.dataset(table, "y");

        assertThat(schema.featureNames("y"))
                .containsExactly("age", "town=Bonn", "town=Ulm", "town=other", "flag", "flag=missing");
        assertThat(row(dataset, 0)).containsExactly(0, 0, 1, 0, 0, 1);
        assertThat(row(dataset, 1)).containsExactly(1, 1, 0, 0, 0, 0);
        assertThat(row(dataset, 2)).containsExactly(0.5f, 0, 1, 0, 1, 0);
        assertThat(dataset.target(0)).isEqualTo(1);
        assertThat(dataset.notes())
                .containsExactly("Ranges and categories were taken from the private data; the guarantee does not cover"
                        + " what they reveal.");
        // A schema that was stored and read again does not lose where it came from.
        assertThat(CsvSchema.fromJson(schema.toJson()).dataset(table, "y").notes())
                .isEqualTo(dataset.notes());
    }

    @Test
    void labelTakenFromTheData_isNumericIfItHasManyValues() throws IOException {
        StringBuilder rows = new StringBuilder("x,y\n");
        for (int i = 0; i < 21; i++) {
            rows.append(i % 2).append(',').append(i).append('\n');
        }
        CsvTable table = table(rows.toString());

        assertThat(PrivateRanges.takenFrom(table, "y").dataset(table, "y").classes())
                .isZero();
        assertThat(PrivateRanges.takenFrom(table, "x").dataset(table, "x").classes())
                .isEqualTo(2);
        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> PrivateRanges.takenFrom(table, "z"))
                .withMessageEndingWith("the label must be a column, and the header has no 'z'");
        assertThatExceptionOfType(InvalidDataException.class)
                .isThrownBy(() -> PrivateRanges.takenFrom(table("x,y\n1,1\n1,2\n"), "x"))
                .withMessageEndingWith("the label must be a column of at least 2 values, and 'x' has fewer");
    }

    private static CsvSchema heartSchema() throws IOException {
        try (InputStream stream =
                Objects.requireNonNull(CsvSchemaTest.class.getResourceAsStream("heart-disease.schema.json"))) {
            return CsvSchema.fromJson(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static final String HEART_HEADER =
            "age,sex,cp,trestbps,chol,fbs,restecg,thalach,exang,oldpeak,slope,ca,thal,target\n";

    /** Invented patients, in the ways in which the four hospitals write numbers and what they lack. */
    @Test
    void patientsOfAllHospitals_areRead() throws IOException {
        Dataset patients = heartSchema()
                .dataset(
                        table(HEART_HEADER + "60.0,1.0,4.0,140.0,300.0,0.0,2.0,135.0,1.0,2.0,2.0,3.0,7.0,3\n"
                                + "30,0,2,100,?,0,0,220,0,0,?,?,?,0\n" + "48,1,4,,0,,,,0,-.5,,,,1\n"),
                        "target");

        assertThat(patients.featureCount()).isEqualTo(1 + 3 + 5 + 2 + 2 + 3 + 4 + 2 + 3 + 1 + 4 + 2 + 4);
        assertThat(List.of(patients.target(0), patients.target(1), patients.target(2)))
                .containsExactly(1f, 0f, 1f);
        float[] first = {
            0.5f, 0, 1, 0, 0, 0, 0, 1, 0, 0.5f, 0, 0.5f, 0, 1, 0, 0, 0, 0, 1, 0, 0.5f, 0, 0, 1, 0, 0.5f, 0, 1, 0, 0, 1,
            0, 0, 0, 1, 0
        };
        assertThat(row(patients, 0)).containsExactly(first, within(1e-7f));
    }

    /** The real files, where the environment has them: 303 + 294 + 123 + 200 patients (UCI). */
    @Test
    void heartDiseaseFiles_areRead() throws IOException {
        String data = System.getenv("ABACUS_DATA");
        assumeTrue(data != null, "set ABACUS_DATA to a folder with heart-disease/processed.*.data to run this test");
        int patients = 0;
        for (String hospital : List.of("cleveland", "hungarian", "switzerland", "va")) {
            CsvTable table = CsvTable.read(Path.of(data, "heart-disease", "processed." + hospital + ".data"));
            Dataset dataset = heartSchema().dataset(table, "target");
            assertThat(dataset.classes()).isEqualTo(2);
            patients += dataset.size();
        }
        assertThat(patients).isEqualTo(920);
    }
}

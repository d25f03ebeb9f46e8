package io.abacusdp.cli.train;

import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.training.data.CsvSchema;
import io.abacusdp.training.data.CsvTable;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.InvalidDataException;
import io.abacusdp.training.data.OwnedRows;
import io.abacusdp.training.data.UserRows;
import io.abacusdp.training.trainer.PrivacyUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whom to protect: records, or people with several of them. */
final class UserOptions {
    @Option(
            names = "--records-per-user",
            paramLabel = "K",
            converter = NumberConverters.Size.class,
            description = {
                "Protect users with up to K records each, instead of single records. With --user, more records of a user are",
                "left out; without it, that nobody has more is your word. Default: 1, and with --clip-per user all."
            })
    private @Nullable Integer records;

    @Option(
            names = "--user",
            paramLabel = "COLUMN",
            description = "Column of the CSV file that names whose a record is. The schema has to have it as ignored.")
    private @Nullable String column;

    @Option(
            names = "--owners",
            paramLabel = "COLUMN,COLUMN",
            split = ",",
            description = {
                "Columns of the CSV file that name all owners of a record, such as sender and receiver. Records are used in their",
                "order as long as none of their owners has K already. Who owns which is taken as public (zero_out)."
            })
    private List<String> owners = new ArrayList<>();

    @Option(
            names = "--clip-per",
            paramLabel = "record|user",
            defaultValue = "record",
            description = {
                "Clip each record's gradient, which is then accounted for up to K of them in a lot together; or draw users, and",
                "clip what all records of a user add to a lot as one (needs --user; --lot then counts users). Default: record."
            })
    private String clipPer = "record";

    /** The rows that are used; all where no column says whose they are, or all of a user's are clipped as one. */
    Dataset used(Dataset all, CsvTable table, CsvSchema schema) throws InvalidDataException {
        if (unit().kind() == PrivacyUnit.Kind.OWNED) {
            owners.forEach(owner -> requireIgnored("--owners", owner, schema));
            return all.rows(all.name(), OwnedRows.of(table, owners, unit().records()));
        }
        return unit().kind() == PrivacyUnit.Kind.CAPPED
                ? all.rows(all.name(), rows(table, schema).orElseThrow().kept())
                : all;
    }

    private static void requireIgnored(String option, String name, CsvSchema schema) {
        if (!schema.isIgnored(name)) {
            throw new UsageException(option
                    + " must be a column that the schema has as ignored: a model must not learn who somebody is");
        }
    }

    /** The users whose records are clipped as one, if they are. */
    Optional<UserRows> clipped(CsvTable table, CsvSchema schema) throws InvalidDataException {
        return unit().equals(PrivacyUnit.CLIPPED_USER) ? rows(table, schema) : Optional.empty();
    }

    /** The rows of each user, if a column names them. */
    private Optional<UserRows> rows(CsvTable table, CsvSchema schema) throws InvalidDataException {
        if (column == null) {
            return Optional.empty();
        }
        requireIgnored("--user", column, schema);
        return Optional.of(UserRows.of(table, column, records == null ? Integer.MAX_VALUE : records));
    }

    /** Whom the run protects. */
    PrivacyUnit unit() {
        if (!owners.isEmpty() && (column != null || records == null || !clipPer.equals("record"))) {
            throw new UsageException("--owners needs --records-per-user, and neither --user nor --clip-per user");
        }
        return switch (clipPer) {
            case "user" -> {
                if (column == null) {
                    throw new UsageException("--clip-per user needs --user, the column that names whose a record is");
                }
                yield PrivacyUnit.CLIPPED_USER;
            }
            case "record" -> {
                if (records == null && column != null) {
                    throw new UsageException(
                            "--user needs --records-per-user, how many records of a user are used at most,"
                                    + " or --clip-per user");
                }
                if (records != null && !owners.isEmpty()) {
                    yield new PrivacyUnit(PrivacyUnit.Kind.OWNED, records);
                }
                if (records == null || (records == 1 && column == null)) {
                    yield PrivacyUnit.RECORD;
                }
                yield new PrivacyUnit(column == null ? PrivacyUnit.Kind.DECLARED : PrivacyUnit.Kind.CAPPED, records);
            }
            default -> throw new UsageException("--clip-per must be record or user, got " + clipPer);
        };
    }

    /** Whether something was given that only a CSV file can answer. */
    boolean needsColumn() {
        return column != null || !owners.isEmpty();
    }
}

package io.abacusdp.cli.train;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.training.data.CsvHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The skeleton of a schema. */
@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Writes the skeleton of a schema for abacus train: a column for each name in the header of a CSV file, with the "
                    + "ranges and categories that are declared here.",
            "Of the file only the first line is read, whose names are taken as public; nothing comes from its values, as "
                    + "ranges taken from private data would be a release."
        },
        footer = {
            "",
            "Columns that are not declared are marked with TODO, and abacus train refuses the schema until they are filled in.",
            "",
            "Examples:",
            "  abacus schema patients.csv --numeric age=20:90 --categorical sex=f,m --ignored id --out schema.json"
        })
public final class SchemaCommand implements Callable<Integer> {
    private static final String TODO =
            "TODO: numeric with low and high, categorical with categories, or ignored; from public knowledge";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Parameters(paramLabel = "FILE", description = "CSV file with a header, plain or compressed with gzip.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(
            names = "--numeric",
            paramLabel = "NAME=LOW:HIGH",
            description = "A column of numbers in a public range. May be given several times.")
    private List<String> numeric = new ArrayList<>();

    @Option(
            names = "--categorical",
            paramLabel = "NAME=A,B...",
            description = "A column of public categories, two or more. May be given several times.")
    private List<String> categorical = new ArrayList<>();

    @Option(
            names = "--ignored",
            paramLabel = "NAME",
            description = "A column that is not used. May be given several times.")
    private List<String> ignored = new ArrayList<>();

    @Option(names = "--out", paramLabel = "FILE", description = "New file to write. Default: standard output.")
    private @Nullable Path out;

    @Override
    public Integer call() {
        try {
            String schema = schema(CsvHeader.read(file));
            if (out == null) {
                command.commandLine().getOut().println(schema);
            } else if (Files.exists(out)) {
                throw new UsageException("--out must be a new file, and %s is there".formatted(out));
            } else {
                DurableFile.replace(out, schema + "\n");
                command.commandLine().getOut().println("written " + out);
            }
            return 0;
        } catch (IOException e) {
            throw new UsageException(CommandFailures.message(e), e);
        }
    }

    private String schema(List<String> names) {
        Map<String, Consumer<ObjectNode>> declared = new LinkedHashMap<>();
        numeric.forEach(text -> declare(declared, names, "--numeric", text, SchemaCommand::addRange));
        categorical.forEach(text -> declare(declared, names, "--categorical", text, SchemaCommand::addCategories));
        ignored.forEach(name -> put(declared, names, "--ignored", name, node -> node.put("type", "ignored")));
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ObjectNode columns = root.putObject("columns");
        for (String name : names) {
            ObjectNode column = columns.putObject(name);
            declared.getOrDefault(name, node -> node.put("type", TODO)).accept(column);
        }
        return root.toPrettyString();
    }

    /** What follows the name of a column. */
    private interface Declaration {
        void addTo(ObjectNode column, String option, String text);
    }

    private static void declare(
            Map<String, Consumer<ObjectNode>> declared,
            List<String> names,
            String option,
            String text,
            Declaration declaration) {
        int equals = text.lastIndexOf('=');
        if (equals < 1) {
            throw new UsageException(option + " must be a name, an equals sign and what is declared, got " + text);
        }
        String values = text.substring(equals + 1);
        put(declared, names, option, text.substring(0, equals), node -> declaration.addTo(node, option, values));
    }

    private static void put(
            Map<String, Consumer<ObjectNode>> declared,
            List<String> names,
            String option,
            String name,
            Consumer<ObjectNode> column) {
        if (!names.contains(name)) {
            throw new UsageException("%s must name a column of the header, got %s".formatted(option, name));
        }
        if (declared.put(name, column) != null) {
            throw new UsageException("a column is declared once, got " + name + " again");
        }
    }

    private static void addRange(ObjectNode column, String option, String text) {
        int colon = text.indexOf(':');
        try {
            double low = Double.parseDouble(text.substring(0, Math.max(0, colon)));
            double high = Double.parseDouble(text.substring(colon + 1));
            if (low < high && Double.isFinite(high - low)) {
                column.put("type", "numeric").put("low", low).put("high", high);
                return;
            }
        } catch (NumberFormatException e) {
            throw new UsageException(option + " must have a range such as 20:90, got " + text, e);
        }
        throw new UsageException(option + " must have a range whose low is below its high, got " + text);
    }

    private static void addCategories(ObjectNode column, String option, String text) {
        List<String> categories = List.of(text.split(",", -1));
        if (categories.size() < 2
                || categories.contains("")
                || categories.stream().distinct().count() < categories.size()) {
            throw new UsageException(option + " must have two or more different categories such as f,m, got " + text);
        }
        categories.forEach(column.put("type", "categorical").putArray("categories")::add);
    }
}

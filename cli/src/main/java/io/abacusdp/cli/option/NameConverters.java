package io.abacusdp.cli.option;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.rdp.Conversion;
import io.abacusdp.accounting.tradeoff.Direction;
import io.abacusdp.training.model.BuiltInModel;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Values that are one of a few names, the same on the command line and in JSON. */
public final class NameConverters {
    private NameConverters() {}

    /** A converter that also lists the names, for the help text. */
    abstract static class Names<T> implements ITypeConverter<T>, Iterable<String> {
        private final List<String> names;
        private final Function<String, T> byName;

        Names(List<String> names, Function<String, T> byName) {
            this.names = names;
            this.byName = byName;
        }

        @Override
        public T convert(String text) {
            try {
                return byName.apply(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }

        @Override
        public Iterator<String> iterator() {
            return names.iterator();
        }
    }

    public static final class AdjacencyNames extends Names<Adjacency> {
        AdjacencyNames() {
            super(ids(Adjacency.values(), Adjacency::id), NameConverters::adjacency);
        }
    }

    static final class BatchSchemes extends Names<BatchScheme> {
        BatchSchemes() {
            super(ids(BatchScheme.values(), BatchScheme::id), text -> one(text, BatchScheme.values(), BatchScheme::id));
        }
    }

    static final class ConversionNames extends Names<Conversion> {
        ConversionNames() {
            super(ids(Conversion.values(), Conversion::id), NameConverters::conversion);
        }
    }

    public static final class AccountantNames extends Names<String> {
        AccountantNames() {
            super(Accountants.names(), Accountants::checkName);
        }
    }

    static final class DirectionNames extends Names<Direction> {
        DirectionNames() {
            super(ids(Direction.values(), NameConverters::id), NameConverters::direction);
        }
    }

    public static final class BuiltInModels extends Names<BuiltInModel> {
        BuiltInModels() {
            super(
                    ids(BuiltInModel.values(), BuiltInModel::id),
                    text -> one(text, BuiltInModel.values(), BuiltInModel::id));
        }
    }

    /** Of what prints a single answer. */
    static final class AnswerFormats extends Names<OutputFormat> {
        AnswerFormats() {
            super(ids(answerFormats(), OutputFormat::id), text -> one(text, answerFormats(), OutputFormat::id));
        }
    }

    /** Of what prints a table. */
    static final class TableFormats extends Names<OutputFormat> {
        TableFormats() {
            super(ids(tableFormats(), OutputFormat::id), text -> one(text, tableFormats(), OutputFormat::id));
        }
    }

    /** Of what prints a document. */
    static final class DocumentFormats extends Names<OutputFormat> {
        DocumentFormats() {
            super(ids(documentFormats(), OutputFormat::id), text -> one(text, documentFormats(), OutputFormat::id));
        }
    }

    public static Adjacency adjacency(String text) {
        return one(text, Adjacency.values(), Adjacency::id);
    }

    public static Direction direction(String text) {
        return one(text, Direction.values(), NameConverters::id);
    }

    public static Conversion conversion(String text) {
        return one(text, Conversion.values(), Conversion::id);
    }

    /** The error for a name that is none of those that exist. */
    public static IllegalArgumentException unknown(String text, List<String> names) {
        return new IllegalArgumentException("must be one of %s, got %s".formatted(String.join(", ", names), text));
    }

    private static String id(Direction direction) {
        return direction.name().toLowerCase(Locale.ROOT);
    }

    private static OutputFormat[] answerFormats() {
        return new OutputFormat[] {OutputFormat.TEXT, OutputFormat.JSON};
    }

    private static OutputFormat[] tableFormats() {
        return new OutputFormat[] {OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.CSV};
    }

    private static OutputFormat[] documentFormats() {
        return new OutputFormat[] {OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.MARKDOWN};
    }

    private static <T> T one(String text, T[] values, Function<T, String> id) {
        for (T value : values) {
            if (id.apply(value).equals(text)) {
                return value;
            }
        }
        throw unknown(text, ids(values, id));
    }

    private static <T> List<String> ids(T[] values, Function<T, String> id) {
        return Arrays.stream(values).map(id).toList();
    }
}

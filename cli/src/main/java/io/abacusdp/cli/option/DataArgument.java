package io.abacusdp.cli.option;

import io.abacusdp.cli.output.UsageException;
import java.nio.file.Path;

/** What {@code --data} names: a kind of data, and behind a colon where it is, such as {@code csv:table.csv}. */
public final class DataArgument {
    private DataArgument() {}

    /** The kind of data. */
    public static String kind(String data) {
        int colon = data.indexOf(':');
        return colon < 0 ? data : data.substring(0, colon);
    }

    /** The file or folder that it is in. */
    public static Path path(String data) {
        int colon = data.indexOf(':');
        if (colon < 0 || colon == data.length() - 1) {
            throw new UsageException("--data %s needs a path, such as %s:PATH, got none".formatted(data, kind(data)));
        }
        return Path.of(data.substring(colon + 1));
    }
}

package io.abacusdp.cli.option;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.storage.InvalidJsonException;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * Files of JSON that stand beside private data: schemas and models. What is no such JSON may be private data that was given in the
 * wrong place, so that nothing of it is told but the place where it goes wrong.
 */
public final class JsonFile {
    private JsonFile() {}

    /**
     * Reads a file.
     *
     * @param option that named it
     * @param field that what it is for has, and other JSON has not
     * @param reader of its text
     */
    public static <T> T read(String option, Path file, String field, Function<String, T> reader) throws IOException {
        String text;
        try {
            text = Files.readString(file);
            if (!StrictJson.parse(text).has(field)) {
                throw new UsageException(
                        "%s must be an object with the field %s, and %s is not".formatted(option, field, file));
            }
        } catch (CharacterCodingException e) {
            throw new UsageException("%s must be JSON in UTF-8, and %s is not".formatted(option, file), e);
        } catch (InvalidJsonException e) {
            throw new UsageException("%s must be JSON, and %s is not%s".formatted(option, file, place(e)), e);
        }
        return reader.apply(text);
    }

    private static String place(InvalidJsonException failure) {
        return failure.getCause() instanceof JsonProcessingException syntax
                ? " at line %d, column %d"
                        .formatted(
                                syntax.getLocation().getLineNr(),
                                syntax.getLocation().getColumnNr())
                : "";
    }
}

package io.abacusdp.cli.option;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.format.EventJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Events from a file, or from standard input if its name is a dash. */
public final class EventFile {
    public static final String STANDARD_INPUT = "-";

    @Option(
            names = "--events",
            paramLabel = "FILE",
            description =
                    "Event as JSON in a file, or - for standard input, instead of the flags of noise and sampling.")
    private @Nullable String file;

    /** Whether a file says what is run; then no flag may say it too. */
    public boolean givenInsteadOf(boolean flagsGiven) {
        if (file != null && flagsGiven) {
            throw new UsageException("--events and the flags of noise and sampling exclude each other, got both");
        }
        return file != null;
    }

    /** What a parser makes of the file. */
    public <T> T read(CommandSpec command, Function<String, T> parser) {
        if (file == null) {
            throw new UsageException("--events is missing");
        }
        return read(file, command, parser);
    }

    /** The event in a file. */
    public static DpEvent event(String file, CommandSpec command) {
        return read(file, command, EventJson::read);
    }

    /** The bytes of a file or of standard input. */
    public static InputStream open(String file, CommandSpec command) {
        try {
            return file.equals(STANDARD_INPUT) ? StandardInput.of(command) : Files.newInputStream(Path.of(file));
        } catch (IOException | InvalidPathException e) {
            throw unreadable(file, e);
        }
    }

    private static <T> T read(String file, CommandSpec command, Function<String, T> parser) {
        String text;
        try (InputStream in = open(file, command)) {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(in.readAllBytes()))
                    .toString();
        } catch (IOException e) {
            throw unreadable(file, e);
        }
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException("%s: %s".formatted(name(file), e.getMessage()), e);
        }
    }

    private static UsageException unreadable(String file, Exception cause) {
        String reason = cause instanceof NoSuchFileException
                ? "there is no such file"
                : cause instanceof CharacterCodingException ? "it is not UTF-8" : cause.toString();
        return new UsageException("cannot read %s: %s".formatted(name(file), reason), cause);
    }

    private static String name(String file) {
        return file.equals(STANDARD_INPUT) ? "standard input" : file;
    }
}

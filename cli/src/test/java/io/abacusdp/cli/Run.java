package io.abacusdp.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.storage.StrictJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.opentest4j.AssertionFailedError;

/**
 * One run of the command, in this process.
 *
 * @param status with which it would have exited
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record Run(int status, String out, String err) {
    /** Splits the command line at spaces; there is nothing on standard input. */
    public static Run of(String commandLine) {
        return withInput("", commandLine);
    }

    public static Run withInput(String in, String commandLine) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Abacus.run(
                new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                out,
                err,
                commandLine.isEmpty() ? new String[0] : commandLine.split(" ", -1));
        return new Run(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    public List<String> lines() {
        return out.lines().toList();
    }

    /** The figure on the line that starts with the name. */
    public double figure(String name) {
        return lines().stream()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionFailedError("no " + name + " in: " + out + err));
    }

    /** Standard output as lines of JSON. */
    public List<JsonNode> json() {
        return out.lines().map(StrictJson::parse).toList();
    }
}

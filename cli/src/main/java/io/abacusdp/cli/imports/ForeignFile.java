package io.abacusdp.cli.imports;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.option.EventFile;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Model.CommandSpec;

/** A file of another library, known by what is in it. */
final class ForeignFile {
    /** A history of a hundred thousand entries; whoever gives more has given something else. */
    private static final int MOST_BYTES = 4 << 20;

    private ForeignFile() {}

    /** What the file says. */
    static ImportedRun read(String file, CommandSpec command) {
        try {
            return parse(text(file, command));
        } catch (IllegalArgumentException e) {
            throw new UsageException("%s: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static String text(String file, CommandSpec command) {
        try (InputStream in = EventFile.open(file, command)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IllegalArgumentException("must have at most %d bytes".formatted(MOST_BYTES));
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("must be text in UTF-8", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot be read: it is no file", e);
        }
    }

    static ImportedRun parse(String text) {
        if (DpAccountingText.isOne(text)) {
            return DpAccountingText.read(text);
        }
        if (TfPrivacyFlags.isOne(text)) {
            return TfPrivacyFlags.read(text);
        }
        if (!text.stripLeading().startsWith("{")) {
            throw unknown();
        }
        JsonNode document = StrictJson.parse(text);
        if (OpacusState.isOne(document)) {
            return OpacusState.read(document);
        }
        if (FlowerState.isOne(document)) {
            return FlowerState.read(document);
        }
        if (NvflareFilters.isOne(document)) {
            return NvflareFilters.read(document);
        }
        if (FedMedFile.isOne(document)) {
            return FedMedFile.read(document);
        }
        throw unknown();
    }

    private static IllegalArgumentException unknown() {
        return new IllegalArgumentException(
                "must be the state of an accountant of Opacus or Flower, an event of dp_accounting, flags of TensorFlow"
                        + " Privacy, privacy fields of DP-FedMed, or a configuration of an NVFlare client, and is none of them");
    }
}

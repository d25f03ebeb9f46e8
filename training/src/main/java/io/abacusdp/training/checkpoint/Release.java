package io.abacusdp.training.checkpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.storage.InvalidJsonException;
import io.abacusdp.storage.Sha256;
import io.abacusdp.storage.StrictJson;
import io.abacusdp.storage.WholeFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a run may publish: the folder {@code release} in its directory, which is there when the run is done, and whole. Its files
 * are all of one time, the day on which the run began, as how long a run takes depends on the private data.
 */
final class Release {
    static final String FOLDER = "release";
    static final String RECORD = "record.json";

    private static final String SUMS = "SHA256SUMS";
    private static final Pattern SUM = Pattern.compile("([0-9a-f]{64})  ([\\w.-]+)");

    private Release() {}

    static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(FOLDER), LinkOption.NOFOLLOW_LINKS);
    }

    static void write(
            Path directory,
            String run,
            LocalDate begun,
            ChargeJournal journal,
            DpEvent event,
            WholeFolder.Contents contents)
            throws IOException {
        FileTime time = FileTime.from(begun.atStartOfDay(ZoneOffset.UTC).toInstant());
        WholeFolder.create(directory, FOLDER, time, folder -> {
            contents.writeTo(folder);
            int charges = journal.charges().size();
            ObjectNode record = JsonNodeFactory.instance.objectNode();
            record.put("run", run);
            record.put("charges", charges);
            record.put("journal", journal.hash(charges));
            record.set("event", EventJson.toNode(event));
            DurableFile.replace(folder.resolve(RECORD), record.toPrettyString() + "\n");
            DurableFile.replace(folder.resolve(RunDirectory.README), RunDirectory.RELEASE_README);
            StringBuilder sums = new StringBuilder();
            for (String name : RunFiles.names(folder)) {
                sums.append(Sha256.ofFile(folder.resolve(name)) + "  " + name + "\n");
            }
            DurableFile.replace(folder.resolve(SUMS), sums.toString());
        });
    }

    /**
     * Compares the folder with the run.
     *
     * @throws DamagedFileException naming the file that is not what was released
     */
    static void check(Path directory, String run, ChargeJournal.Contents journal) throws IOException {
        Path folder = directory.resolve(FOLDER);
        RunFiles.requirePlain(folder);
        JsonNode record;
        try {
            record = StrictJson.parse(RunFiles.text(folder, RECORD));
        } catch (InvalidJsonException e) {
            throw damaged(RECORD);
        }
        int charges = journal.charges().size();
        if (!record.path("run").asText().equals(run)
                || record.path("charges").asLong(-1) != charges
                || !record.path("journal").asText().equals(journal.hashes().get(charges))) {
            throw damaged(RECORD);
        }
        boolean hasRecord = false;
        for (String line : RunFiles.text(folder, SUMS).lines().toList()) {
            Matcher sum = SUM.matcher(line);
            if (!sum.matches()) {
                throw damaged(SUMS);
            }
            String name = sum.group(2);
            Path file = folder.resolve(name);
            if (Files.notExists(file) || !Sha256.ofFile(file).equals(sum.group(1))) {
                throw damaged(name);
            }
            hasRecord |= name.equals(RECORD);
        }
        if (!hasRecord) {
            throw damaged(SUMS);
        }
    }

    private static DamagedFileException damaged(String name) {
        return new DamagedFileException(FOLDER + "/" + name + " is not what this run released");
    }
}

package io.abacusdp.storage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many charges were made, in two files beside their journal, which is a {@link ChainedLog}: number, hash of the journal at that
 * number, and a check over both and the name of what it is the journal of, written in place when a charge is on the disk and before anything of its step is released. So a journal that
 * lost charges for which something was released is found, whatever else was lost with it, unless both marks went back as well.
 *
 * <p>Nothing is flushed besides the journal: a mark outlives a process that is killed, and after a power failure it may be one
 * of before, which is no more than the journal has. For use by one thread.
 */
public final class SpendMarks implements AutoCloseable {
    /** Their names. */
    public static final List<String> FILES = List.of("spent-1.mark", "spent-2.mark");

    private static final Pattern MARK = Pattern.compile("(\\d{12}) ([0-9a-f]{64}) ([0-9a-f]{64})\n");

    private final String run;
    private final List<InPlaceText> files;

    private SpendMarks(String run, List<InPlaceText> files) {
        this.run = run;
        this.files = files;
    }

    /** Marks of a journal without charges. */
    public static SpendMarks create(Path directory, String run, String journalHash) throws IOException {
        List<InPlaceText> files = new ArrayList<>();
        for (String name : FILES) {
            files.add(InPlaceText.create(directory.resolve(name), mark(run, 0, journalHash)));
        }
        return new SpendMarks(run, files);
    }

    /** Marks that were checked, to be written on. */
    public static SpendMarks open(Path directory, String run) throws IOException {
        List<InPlaceText> files = new ArrayList<>();
        for (String name : FILES) {
            files.add(InPlaceText.open(directory.resolve(name)));
        }
        return new SpendMarks(run, files);
    }

    private static String mark(String run, long count, String journalHash) {
        String number = "%012d".formatted(count);
        return number + ' ' + journalHash + ' ' + Sha256.of(run, number, journalHash) + '\n';
    }

    /** Marks so many charges. */
    public void write(int count, String journalHash) throws IOException {
        String mark = mark(run, count, journalHash);
        for (InPlaceText file : files) {
            file.write(mark);
        }
    }

    /** The number that a text begins with, if it is a mark, of whichever run. */
    public static OptionalLong count(String text) {
        Matcher matcher = MARK.matcher(text);
        return matcher.matches() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }

    /**
     * Compares both marks with the journal; they may be behind it.
     *
     * @param journal name of its file
     * @param journalHashes over its first lines, from none of them to all
     * @throws DamagedFileException naming the one that is missing or damaged, or does not belong to the journal
     */
    public static void check(Path directory, String run, String journal, List<String> journalHashes)
            throws IOException {
        for (String name : FILES) {
            String text = text(directory, name);
            long count = count(text)
                    .orElseThrow(
                            () -> new DamagedFileException(name + " is damaged: it must hold a number and two hashes"));
            if (count >= journalHashes.size() || !text.equals(mark(run, count, journalHashes.get((int) count)))) {
                throw new DamagedFileException("%s is damaged, or of another run: its %d charges are not those of %s"
                        .formatted(name, count, journal));
            }
        }
    }

    /** The greatest number of charges that a mark in the directory knows of, damaged in its hashes or not; 0 if there is none. */
    public static long greatest(Path directory) throws IOException {
        long greatest = 0;
        for (String name : FILES) {
            if (Files.isRegularFile(directory.resolve(name))) {
                greatest = Math.max(greatest, count(text(directory, name)).orElse(0));
            }
        }
        return greatest;
    }

    private static String text(Path directory, String name) throws IOException {
        try {
            return new String(Files.readAllBytes(directory.resolve(name)), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new DamagedFileException(name + " is missing", e);
        }
    }

    @Override
    public void close() throws IOException {
        for (InPlaceText file : files) {
            file.close();
        }
    }
}

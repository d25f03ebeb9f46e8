package io.abacusdp.training.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.training.checkpoint.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A run that was cut off, copied, damaged and resumed.
 *
 * @param run its directory
 * @param older the same at an earlier time
 * @param others that of another run
 * @param copy where the copy is to be; it is deleted in the end
 * @param released for how many charges something was released
 */
record DamagedCopy(Path run, Path older, Path others, Path copy, long released) {
    /** How a damaged run ended. */
    enum End {
        REFUSED,
        SURVIVED
    }

    /**
     * Damages files of the copy, and resumes it: it is refused by the name of one of them and left as it is, or goes on with all
     * that was released still charged.
     */
    End resume(List<String> files, List<Damage> ways, PrivateTrainer trainer) throws IOException {
        String what = files + " " + ways + " ";
        copy(run, copy);
        for (int i = 0; i < files.size(); i++) {
            String file = files.get(i);
            String another = file.equals("charges.log") ? "run.json" : "charges.log";
            ways.get(i).to(copy.resolve(file), older.resolve(file), others.resolve(file), run.resolve(another));
        }
        Map<String, String> before = contents(copy);
        TwoSteps steps = new TwoSteps();
        try {
            trainer.listener(steps).resume(copy);
            throw new AssertionError(what + "is not cut off");
        } catch (TwoSteps.Over over) {
            assertThat(RunDirectory.check(copy).charges()).as(what).hasSizeGreaterThanOrEqualTo((int) released + 2);
            assertThat(steps.planned).as(what).isGreaterThanOrEqualTo(released);
            return End.SURVIVED;
        } catch (DamagedFileException e) {
            String message = Objects.requireNonNull(e.getMessage());
            assertThat(files).as(what + message).anyMatch(file -> isNamed(file, message));
            assertThat(steps.made).as(what).isZero();
            assertThat(contents(copy)).as(what).isEqualTo(before);
            return End.REFUSED;
        } finally {
            delete(copy);
        }
    }

    /** Of a file that is gone nobody knows the number in its name. */
    private boolean isNamed(String file, String message) {
        return message.contains(file)
                || (Files.notExists(copy.resolve(file)) && message.contains(file.replaceAll("[0-9]+", "*")));
    }

    /** Cuts a run off after two steps. */
    private static final class TwoSteps implements TrainingListener {
        private int made;
        /** Charges of the plan that were made before, and those of steps that are still to come. */
        private long planned;

        private static final class Over extends RuntimeException {
            private static final long serialVersionUID = 1L;
        }

        @Override
        public void begun(TrainingPlan plan, long stepsDone) {
            planned = plan.charges().steps() - (plan.steps() - stepsDone);
        }

        @Override
        public void stepped(long stepsDone) {
            made++;
            if (made == 2) {
                throw new Over();
            }
        }
    }

    static void copy(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        for (String name : names(from)) {
            Files.copy(from.resolve(name), to.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    static List<String> names(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** Bytes of every file; what is no file is named only. */
    private static Map<String, String> contents(Path directory) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        for (String name : names(directory)) {
            Path file = directory.resolve(name);
            boolean isFile = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
            contents.put(name, isFile ? HexFormat.of().formatHex(Files.readAllBytes(file)) : "");
        }
        return contents;
    }

    static void delete(Path directory) throws IOException {
        for (String name : names(directory)) {
            Files.delete(directory.resolve(name));
        }
        Files.delete(directory);
    }
}

package io.abacusdp.training.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.trainer.DamagedCopy.End;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every file of a run that was cut off is damaged in every way, alone and with another: the run is refused by the file's name
 * and left as it is, or goes on with all that was released still charged.
 */
@DisabledOnOs(OS.WINDOWS)
@Tag("slow")
class DamagedRunTest {
    private static final int RELEASED = 13;
    private static final int PAIRS = Integer.parseInt(System.getProperty("damage.pairs", "150"));

    private static final Dataset DATA = Blobs.of(500, 1);

    @TempDir
    private static Path home;

    private static Path older;
    private static Path others;
    private static Path run;
    private static List<String> files;

    @BeforeAll
    static void begin() throws IOException {
        older = home.resolve("older");
        run = cutOff(home.resolve("run"), older);
        others = cutOff(home.resolve("others"), home.resolve("unused"));
        files = DamagedCopy.names(run).stream()
                .filter(name -> !name.equals("lock") && !name.equals("README.txt"))
                .toList();
        assertThat(files)
                .containsExactly(
                        "charges.log",
                        "checkpoint-000000000011.safetensors",
                        "checkpoint-000000000012.safetensors",
                        "command.json",
                        "log.csv",
                        "log.jsonl",
                        "run.json",
                        "seal.key",
                        "spent-1.mark",
                        "spent-2.mark");
        assertThat(DamagedCopy.names(older)).contains("charges.log", "spent-1.mark");
    }

    /** 10 files in 20 ways. */
    @Test
    void oneFile_damagedInAnyWay_losesNoSpend() throws IOException {
        Map<String, End> ends = new TreeMap<>();
        for (String file : files) {
            for (Damage damage : Damage.values()) {
                ends.put(file + " " + damage, assertKept(List.of(file), List.of(damage)));
            }
        }
        assertThat(ends).hasSize(200);
        // What the run cannot do without is refused, unless it is as it was.
        for (String file : List.of("run.json", "seal.key", "command.json", "spent-1.mark", "spent-2.mark")) {
            for (Damage damage : List.of(Damage.DELETED, Damage.MIDDLE_BIT_FLIPPED, Damage.OF_ANOTHER_RUN)) {
                assertThat(ends.get(file + " " + damage))
                        .as(file + " " + damage)
                        .isEqualTo(End.REFUSED);
            }
        }
        // Half a line that no mark knows of was never awaited.
        for (Damage damage : Damage.values()) {
            assertThat(ends.get("charges.log " + damage))
                    .as("charges.log " + damage)
                    .isEqualTo(damage == Damage.HALF_A_LINE_ADDED ? End.SURVIVED : End.REFUSED);
        }
        // Marks may be behind, as after a power failure; the journal knows more.
        assertThat(ends.get("spent-1.mark OF_AN_EARLIER_TIME")).isEqualTo(End.SURVIVED);
        assertThat(ends.get("checkpoint-000000000012.safetensors DELETED")).isEqualTo(End.SURVIVED);
        assertThat(ends.get("log.jsonl MIDDLE_BIT_FLIPPED")).isEqualTo(End.SURVIVED);
    }

    @Test
    void twoFiles_damagedInAnyWay_loseNoSpend() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < PAIRS; i++) {
            String one = files.get(random.nextInt(files.size()));
            String two = files.get(random.nextInt(files.size()));
            Damage[] ways = Damage.values();
            if (!one.equals(two)) {
                assertKept(
                        List.of(one, two),
                        List.of(ways[random.nextInt(ways.length)], ways[random.nextInt(ways.length)]));
            }
        }
    }

    /** The last charge and the newest checkpoint are gone: 13 were released, and what is left but for the marks says 12. */
    @Test
    void rolledBackByOneStep_isRefused() throws IOException {
        for (String mark : List.of("spent-1.mark", "spent-2.mark")) {
            List<String> damaged = List.of("charges.log", "checkpoint-000000000012.safetensors", mark);
            assertThat(assertKept(
                            damaged, List.of(Damage.LAST_LINE_CUT_OFF, Damage.DELETED, Damage.OF_AN_EARLIER_TIME)))
                    .isEqualTo(End.REFUSED);
        }
    }

    @Test
    void journalEmptied_andEveryCounterGone_theLogStillKnows() throws IOException {
        List<String> damaged = List.of("charges.log", "spent-1.mark", "spent-2.mark");
        assertThat(assertKept(damaged, List.of(Damage.EMPTIED, Damage.OF_AN_EARLIER_TIME, Damage.OF_AN_EARLIER_TIME)))
                .isEqualTo(End.REFUSED);
    }

    private static End assertKept(List<String> damaged, List<Damage> ways) throws IOException {
        return new DamagedCopy(run, older, others, home.resolve("copy"), RELEASED).resume(damaged, ways, trainer());
    }

    private static PrivateTrainer trainer() {
        TrainingConfig config = TrainingConfig.of(Blobs.model(), new PrivacyGoal.Noise(2, 1e-5, OptionalDouble.empty()))
                .lotSize(50)
                .epochs(2)
                .build();
        return new PrivateTrainer(config, DATA).threads(1);
    }

    /** Trains for 13 steps of 20, and copies the directory after 7. */
    private static Path cutOff(Path directory, Path earlier) throws IOException {
        RuntimeException cut = new IllegalStateException("cut off");
        try {
            trainer()
                    .keep("command.json", "[\"--out\",\"" + directory + "\"]\n")
                    .listener(new TrainingListener() {
                        @Override
                        public void stepped(long stepsDone) {
                            if (stepsDone == 7) {
                                try {
                                    DamagedCopy.copy(directory, earlier);
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            } else if (stepsDone == RELEASED) {
                                throw cut;
                            }
                        }
                    })
                    .train(directory);
        } catch (IllegalStateException e) {
            assertThat(e).isSameAs(cut);
        }
        return directory;
    }
}

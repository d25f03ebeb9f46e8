package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.privacy.PrivacyStyle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Searches every file of the server for updates, sums, means and models without their noise, as floats and as doubles in both
 * orders of bytes, while the run is at each state and after it ended there.
 */
class NothingUnnoisedTest {
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @TempDir
    private Path directory;

    /** By round and client. */
    private final Map<String, float[]> updates = new ConcurrentHashMap<>();

    /** Pairs of neighbouring numbers as eight or sixteen bytes: long enough that none is there by chance. */
    static Set<ByteBuffer> patterns(double[] values) {
        Set<ByteBuffer> patterns = new HashSet<>();
        for (int i = 0; i + 1 < values.length; i++) {
            if (values[i] == 0 || values[i + 1] == 0) {
                continue;
            }
            for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
                patterns.add(ByteBuffer.allocate(8)
                        .order(order)
                        .putFloat((float) values[i])
                        .putFloat((float) values[i + 1])
                        .flip());
                patterns.add(ByteBuffer.allocate(16)
                        .order(order)
                        .putDouble(values[i])
                        .putDouble(values[i + 1])
                        .flip());
            }
        }
        return patterns;
    }

    /** Everything that has no noise and must not be written, of the round that is on its way. */
    private Set<ByteBuffer> secrets(int round, float[] before) {
        Set<ByteBuffer> secrets = new HashSet<>();
        double[] sum = new double[before.length];
        int clients = 0;
        for (Map.Entry<String, float[]> update : new TreeMap<>(updates).entrySet()) {
            if (update.getKey().startsWith(round + " ")) {
                double[] values = new double[sum.length];
                for (int i = 0; i < sum.length; i++) {
                    values[i] = update.getValue()[i];
                    sum[i] += values[i];
                }
                secrets.addAll(patterns(values));
                clients++;
            }
        }
        double[] mean = new double[sum.length];
        double[] model = new double[sum.length];
        for (int i = 0; i < sum.length; i++) {
            mean[i] = sum[i] / 4;
            model[i] = before[i] + (float) mean[i];
        }
        secrets.addAll(patterns(sum));
        secrets.addAll(patterns(mean));
        secrets.addAll(patterns(model));
        // Where pixels are always blank, the model stays as it was released.
        secrets.removeAll(patterns(doubles(before)));
        return clients == 0 ? Set.of() : secrets;
    }

    static List<Path> holding(Path root, Set<ByteBuffer> secrets) {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                for (int length : new int[] {8, 16}) {
                    for (int i = 0; i + length <= bytes.length; i++) {
                        if (secrets.contains(ByteBuffer.wrap(bytes, i, length).slice())) {
                            found.add(file);
                            i = bytes.length;
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private TestFederation tapped(PrivacyStyle style) {
        TestFederation federation = TestFederation.of(directory, style);
        federation.way = server -> new Tap(server, (client, task, update) -> {
            updates.put(task.round() + " " + client, update.update());
            return update;
        });
        return federation;
    }

    @ParameterizedTest
    @EnumSource(
            value = RoundState.class,
            names = {"AGGREGATED", "NOISED", "COMMITTED", "RELEASED"})
    void serverDirectory_atEveryStateAndAfterACrashThere_holdsNothingWithoutNoise(RoundState state) throws Exception {
        TestFederation federation = tapped(PrivacyStyle.USER);
        List<float[]> released = new ArrayList<>();
        List<Path> found = new ArrayList<>();
        federation.listener = new RoundListener() {
            @Override
            public void released(RoundReport report, float[] parameters) {
                released.add(parameters);
            }

            @Override
            public void entered(RoundState entered, Attempt attempt) {
                if (attempt.round() == 2) {
                    Set<ByteBuffer> secrets = secrets(2, released.get(0));
                    found.addAll(holding(federation.serverDirectory(), secrets));
                    if (entered == state) {
                        throw new Killed();
                    }
                }
            }
        };

        assertThatThrownBy(federation::begin).isInstanceOf(Killed.class);

        Set<ByteBuffer> secrets = secrets(2, released.get(0));
        // Of each of four updates, the sum, the mean and the model some hundred pairs are not zero, in four encodings.
        assertThat(secrets.size()).isGreaterThan(7 * 4 * 100);
        assertThat(found).isEmpty();
        assertThat(holding(directory.resolve("server"), secrets)).isEmpty();
        // The search finds what is there: the released model of round 1 is in a file, as it should be.
        assertThat(holding(directory.resolve("server"), patterns(doubles(released.get(0)))))
                .isNotEmpty();
    }

    @Test
    void search_findsAnUpdateThatWasWritten() throws Exception {
        TestFederation federation = tapped(PrivacyStyle.USER);
        federation.rounds = 1;
        federation.begin();
        float[] update = updates.values().iterator().next();
        ByteBuffer bytes = ByteBuffer.allocate(4 * update.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(update);
        Path planted = Files.write(directory.resolve("server").resolve("planted.tmp"), bytes.array());

        assertThat(holding(directory.resolve("server"), patterns(doubles(update))))
                .containsExactly(planted);
    }

    static double[] doubles(float[] values) {
        double[] doubles = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            doubles[i] = values[i];
        }
        return doubles;
    }
}

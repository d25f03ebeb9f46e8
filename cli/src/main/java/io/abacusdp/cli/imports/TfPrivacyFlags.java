package io.abacusdp.cli.imports;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.rdp.Conversion;
import io.abacusdp.accounting.rdp.Orders;
import io.abacusdp.storage.JsonPaths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The flags of TensorFlow Privacy's {@code compute_dp_sgd_privacy}: a command line, or a file of flags, one a line, as absl reads
 * them with {@code --flagfile}.
 *
 * <p>Source: tensorflow_privacy/privacy/analysis/compute_dp_sgd_privacy.py and compute_dp_sgd_privacy_lib.py of tensorflow/privacy:
 * N, batch_size, noise_multiplier, epochs and delta (commit a749ce4), and later used_microbatching, max_examples_per_user and
 * accountant_type, when the noise counts half with micro-batches, and figures are given with and without Poisson sampling.
 *
 * <p>Limits: what it says of users with several examples is not evaluated; our own figures for them are.
 */
final class TfPrivacyFlags {
    private static final String EXAMPLES = "N";
    private static final String BATCH = "batch_size";
    private static final String NOISE = "noise_multiplier";
    private static final String EPOCHS = "epochs";
    private static final String DELTA = "delta";
    private static final String MICROBATCHES = "used_microbatching";
    private static final String PER_USER = "max_examples_per_user";
    private static final String ACCOUNTANT = "accountant_type";
    private static final List<String> KNOWN =
            List.of(EXAMPLES, BATCH, NOISE, EPOCHS, DELTA, MICROBATCHES, PER_USER, ACCOUNTANT);
    private static final Set<String> TRUE = Set.of("true", "True", "1");
    private static final Set<String> FALSE = Set.of("false", "False", "0");
    private static final double MOST = 0x1p53;

    private final Map<String, String> values;

    private TfPrivacyFlags(Map<String, String> values) {
        this.values = values;
    }

    static boolean isOne(String text) {
        return words(text).stream().anyMatch(word -> word.matches("--?" + EXAMPLES + "(=.*)?"));
    }

    static ImportedRun read(String text) {
        return new TfPrivacyFlags(flags(words(text))).run();
    }

    private ImportedRun run() {
        long examples = count(EXAMPLES);
        long batch = count(BATCH);
        if (batch > examples) {
            throw new IllegalArgumentException(
                    "%s must be at most %s %d, got %d".formatted(BATCH, EXAMPLES, examples, batch));
        }
        double noise = number(NOISE);
        double epochs = number(EPOCHS);
        if (!(noise >= 0 && epochs > 0)) {
            throw new IllegalArgumentException(
                    "noise_multiplier must be at least 0 and epochs above 0, got %s and %s".formatted(noise, epochs));
        }
        double rate = Math.min(1, batch == examples ? 1 : Math.nextUp((double) batch / examples));
        // Two versions round differently; the larger number counts.
        double steps = Math.max(Math.ceil(epochs * examples / batch), Math.ceil(epochs / ((double) batch / examples)));
        double uses = Math.ceil(epochs);
        if (!(steps <= MOST && uses <= MOST)) {
            throw new IllegalArgumentException("epochs must make at most 2^53 steps, got " + steps);
        }
        long perUser = values.containsKey(PER_USER) ? count(PER_USER) : 1;
        StepHistory whole = new StepHistory(List.of(new StepHistory.Entry(noise, rate, (long) steps)));
        StepHistory once = new StepHistory(List.of(new StepHistory.Entry(noise, 1, (long) uses)));
        List<Reading> readings = new ArrayList<>();
        if (!TRUE.contains(microbatches())) {
            readings.addAll(readings("", "", noise, whole, once, perUser));
        }
        if (!FALSE.contains(microbatches())) {
            readings.addAll(
                    readings("_microbatches", ", clipping is of micro-batches", noise / 2, whole, once, perUser));
        }
        return new ImportedRun(
                "a call of TensorFlow Privacy's compute_dp_sgd_privacy",
                values.containsKey(DELTA) ? OptionalDouble.of(delta()) : OptionalDouble.empty(),
                readings,
                claims(noise, whole, once, perUser),
                doubts());
    }

    private static List<Reading> readings(
            String suffix, String also, double noise, StepHistory whole, StepHistory once, long perUser) {
        String unit = perUser == 1 ? "" : ", and a user with up to %d examples is absent as a whole".formatted(perUser);
        return List.of(
                Reading.asRun(
                        "poisson" + suffix,
                        "each example was in each batch by a coin of its own" + also + unit,
                        grouped(perUser, with(noise, whole)),
                        Adjacency.ADD_OR_REMOVE_ONE),
                Reading.atMost(
                        "once_an_epoch" + suffix,
                        "each example was used once an epoch, as shuffled batches do" + also + unit,
                        grouped(perUser, with(noise, once)),
                        Adjacency.ZERO_OUT));
    }

    private static DpEvent with(double noise, StepHistory history) {
        StepHistory.Entry entry = history.entries().get(0);
        return new StepHistory.Entry(noise, entry.rate(), entry.steps()).poisson();
    }

    private static DpEvent grouped(long size, DpEvent event) {
        return size == 1 ? event : new Group(size, event);
    }

    private List<Claim> claims(double noise, StepHistory whole, StepHistory once, long perUser) {
        if (!values.getOrDefault(ACCOUNTANT, "RDP").equals("RDP") || perUser > 1) {
            return List.of();
        }
        List<Claim> claims = new ArrayList<>();
        if (!values.containsKey(MICROBATCHES) && !values.containsKey(ACCOUNTANT)) {
            claims.add(Claim.renyi(
                    "TF Privacy as first published, Poisson sampling taken for granted",
                    with(noise, whole),
                    early(),
                    Conversion.MIRONOV));
            claims.add(Claim.renyi(
                    "TF Privacy before its statement, Poisson sampling taken for granted",
                    with(noise, whole),
                    early()));
        }
        double counted = FALSE.contains(microbatches()) ? noise : noise / 2;
        Orders later = Claim.orders(11, 63, 128, 256, 512, 1024);
        claims.add(Claim.renyi("TF Privacy's statement, with Poisson sampling", with(counted, whole), later));
        claims.add(Claim.renyi("TF Privacy's statement, each example once an epoch", with(counted, once), later));
        return claims;
    }

    private List<String> doubts() {
        List<String> doubts = new ArrayList<>();
        doubts.add(
                "The flags do not say how batches were drawn; input pipelines of TensorFlow shuffle, and shuffled batches are no"
                        + " Poisson samples.");
        if (!values.containsKey(MICROBATCHES)) {
            doubts.add(
                    "The flags do not say whether clipping was of micro-batches; with more than one example in each, noise counts"
                            + " half, which versions before the statement did not do.");
        }
        if (!values.containsKey(DELTA)) {
            doubts.add("The flags have no delta; TF Privacy takes 1e-6 then, whatever the number of examples.");
        }
        if (values.containsKey(PER_USER)
                || !values.getOrDefault(ACCOUNTANT, "RDP").equals("RDP")) {
            doubts.add(
                    "What TF Privacy says with max_examples_per_user or another accountant than RDP is not evaluated here.");
        }
        return doubts;
    }

    private String microbatches() {
        return values.getOrDefault(MICROBATCHES, "");
    }

    private static Orders early() {
        return Orders.of(DoubleStream.concat(
                        DoubleStream.of(1.25, 1.5, 1.75, 2, 2.25, 2.5, 3, 3.5, 4, 4.5, 128, 256, 512),
                        IntStream.range(5, 64).asDoubleStream())
                .toArray());
    }

    private double delta() {
        double delta = number(DELTA);
        if (!(delta > 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be in (0, 1), got " + delta);
        }
        return delta;
    }

    private String value(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the flag --%s is missing".formatted(name));
        }
        return value;
    }

    private double number(String name) {
        String text = value(name);
        if (!text.matches("[-+]?[0-9.]+([eE][-+]?[0-9]+)?")) {
            throw new IllegalArgumentException("--%s must be a number, got %s".formatted(name, JsonPaths.quoted(text)));
        }
        double number = Double.parseDouble(text);
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException("--%s must be finite, got %s".formatted(name, JsonPaths.quoted(text)));
        }
        return number;
    }

    private long count(String name) {
        String text = value(name);
        if (!text.matches("[0-9]{1,16}") || !(Long.parseLong(text) >= 1 && Long.parseLong(text) <= MOST)) {
            throw new IllegalArgumentException(
                    "--%s must be a whole number from 1 to 2^53, got %s".formatted(name, JsonPaths.quoted(text)));
        }
        return Long.parseLong(text);
    }

    /** Words of a command line or a file of flags, without comments and the program's name. */
    private static List<String> words(String text) {
        StringBuilder plain = new StringBuilder();
        text.replace("\\\r\n", " ")
                .replace("\\\n", " ")
                .lines()
                .map(String::strip)
                .forEach(line -> {
                    if (!line.startsWith("#") && !line.startsWith("//")) {
                        plain.append(line).append(' ');
                    }
                });
        List<String> words = new ArrayList<>(List.of(plain.toString().strip().split("\\s+")));
        while (!words.isEmpty() && words.get(0).matches("(\\$|.*python[0-9.]*|-m|.*compute_dp_sgd_privacy(\\.py)?)")) {
            words.remove(0);
        }
        return words;
    }

    private static Map<String, String> flags(List<String> words) {
        Map<String, String> flags = new LinkedHashMap<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (!word.matches("--?[A-Za-z].*")) {
                throw new IllegalArgumentException("a flag must begin with --, got " + JsonPaths.quoted(word));
            }
            String[] parts = word.replaceFirst("^--?", "").split("=", 2);
            String name = parts[0];
            String value;
            if (name.equals("no" + MICROBATCHES) && parts.length == 1) {
                name = MICROBATCHES;
                value = "false";
            } else if (parts.length == 2) {
                value = parts[1];
            } else if (name.equals(MICROBATCHES)) {
                value = "true";
            } else if (i + 1 < words.size() && KNOWN.contains(name)) {
                i++;
                value = words.get(i);
            } else {
                value = "";
            }
            put(flags, name, value);
        }
        return flags;
    }

    private static void put(Map<String, String> flags, String name, String value) {
        if (!KNOWN.contains(name)) {
            throw new IllegalArgumentException("--%s is not a flag of compute_dp_sgd_privacy, which has %s"
                    .formatted(name, String.join(", ", KNOWN)));
        }
        if (name.equals(MICROBATCHES) && !TRUE.contains(value) && !FALSE.contains(value)) {
            throw new IllegalArgumentException(
                    "--%s must be true or false, got %s".formatted(name, JsonPaths.quoted(value)));
        }
        if (name.equals(ACCOUNTANT) && !value.equals("RDP") && !value.equals("PLD")) {
            throw new IllegalArgumentException(
                    "--%s must be RDP or PLD, got %s".formatted(name, JsonPaths.quoted(value)));
        }
        if (flags.put(name, value) != null) {
            throw new IllegalArgumentException("--%s must be given once, got it twice".formatted(name));
        }
    }
}

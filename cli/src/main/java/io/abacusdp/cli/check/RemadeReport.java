package io.abacusdp.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.storage.StrictJson;
import io.abacusdp.training.audit.AuditOutcome;
import io.abacusdp.training.data.ExampleFormat;
import io.abacusdp.training.data.Features;
import io.abacusdp.training.noise.TestSeed;
import io.abacusdp.training.report.Provenance;
import io.abacusdp.training.report.TrainingReport;
import io.abacusdp.training.trainer.DataRecord;
import io.abacusdp.training.trainer.EpochRecord;
import io.abacusdp.training.trainer.PrivacyRecord;
import io.abacusdp.training.trainer.RunRecord;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The run that the report.json of a training run tells of, and what this program writes of it: a field that is not in that, or a word
 * on a page that is not, somebody else has put there.
 */
final class RemadeReport {
    /** A stranger's file must not take hours: more different events than a run's noise has stairs are not drawn as curves. */
    private static final int MAX_TERMS = 300;

    private static final int MAX_CANARIES = 1_000_000;

    /** How machines differ. */
    private static final double MACHINES = 1e-9;

    private final JsonFields report;
    private final JsonFields privacy;
    private final boolean isSecure;

    private RemadeReport(JsonFields report) throws UnreadableException {
        this.report = report;
        this.privacy = report.object("privacy");
        this.isSecure = privacy.flag("secure");
    }

    /** Checks that a report is what this program writes of its run, and returns it once more if this program can tell. */
    static Optional<TrainingReport> check(Findings findings, String file, JsonFields report, String version) {
        try {
            Optional<TrainingReport> remade = of(report, version);
            if (remade.isEmpty()) {
                findings.unknown(
                        file,
                        "whether all its fields are those that a run writes: it is of another version, or too large");
                return remade;
            }
            findings.require(
                    isAsWritten(report, remade.get()),
                    file,
                    "it has what is written of such a run, and nothing else",
                    "it has fields or words that are not written of the run that it tells of, or lacks some");
            Optional<AuditOutcome> audit = new RemadeReport(report).audit();
            if (audit.isPresent() && audit.get().canaries() <= MAX_CANARIES) {
                findings.require(
                        audit.get().hasBoundsOfItsGuesses(),
                        file,
                        "its audit's lower bounds are those of its guesses",
                        "its audit's figures are not those of its guesses");
            }
            return remade;
        } catch (UnreadableException | IllegalArgumentException e) {
            findings.wrong(file, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /**
     * The report once more; none if it was made by another version, or is too large for that.
     *
     * @param version of this program
     * @throws UnreadableException if no report can be made of it
     */
    private static Optional<TrainingReport> of(JsonFields report, String version) throws UnreadableException {
        if (!withoutJava(report.text("version")).equals(withoutJava(version))
                || Composition.of(report.object("privacy").event("event"))
                                .terms()
                                .size()
                        > MAX_TERMS) {
            return Optional.empty();
        }
        try {
            RemadeReport remade = new RemadeReport(report);
            return Optional.of(new TrainingReport(
                    run(report), remade.audit(), new Provenance(report.text("command"), report.text("version"))));
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            throw new UnreadableException("is no report that a run writes: " + e.getMessage(), e);
        }
    }

    private static String withoutJava(String version) {
        return version.replaceFirst(" \\(Java.*", "");
    }

    /**
     * The run that a report tells of.
     *
     * @throws UnreadableException if it tells of none
     */
    static RunRecord run(JsonFields report) throws UnreadableException {
        return new RemadeReport(report).run();
    }

    private RunRecord run() throws UnreadableException {
        Map<String, String> settings = new LinkedHashMap<>();
        JsonFields set = report.object("settings");
        for (Map.Entry<String, JsonNode> setting : set.node().properties()) {
            settings.put(setting.getKey(), set.text(setting.getKey()));
        }
        List<EpochRecord> epochs = new ArrayList<>();
        for (JsonFields epoch : report.objects("epochs")) {
            epochs.add(new EpochRecord(
                    Math.toIntExact(epoch.count("epoch")),
                    epoch.count("step"),
                    epoch.count("charged_steps"),
                    epsilon(epoch),
                    number(epoch, "noise_multiplier"),
                    number(epoch, "clipping_norm"),
                    number(epoch, "learning_rate"),
                    optional(epoch, "test_loss"),
                    optional(epoch, "test_accuracy")));
        }
        return new RunRecord(
                settings,
                data(report.object("data")),
                report.flag("size_declared"),
                report.has("test") ? Optional.of(data(report.object("test"))) : Optional.empty(),
                report.text("model"),
                privacy(),
                epochs,
                LocalDate.parse(report.text("begun")),
                RunRecord.Ending.valueOf(report.text("ending").toUpperCase(Locale.ROOT)),
                report.texts("notes"),
                report.texts("warnings"));
    }

    private PrivacyRecord privacy() throws UnreadableException {
        return new PrivacyRecord(
                guarantee(epsilon(privacy)),
                optional(privacy, "budget"),
                number(privacy, "noise_multiplier"),
                privacy.text("sampling"),
                UnitOfCharges.stated(report.object("settings")),
                new ChargedSteps(privacy.event("event")).plan(),
                privacy.count("planned_steps"),
                privacy.count("model_steps"),
                privacy.event("event"),
                isSecure);
    }

    private Guarantee guarantee(double epsilon) throws UnreadableException {
        return new Guarantee(
                epsilon,
                privacy.delta("delta"),
                optional(privacy, "lower"),
                optional(privacy, "order"),
                privacy.adjacency("adjacency"),
                privacy.text("accountant"),
                privacy.texts("notes"));
    }

    /** The epsilon that holds, or would. */
    private double epsilon(JsonFields of) throws UnreadableException {
        return number(of, isSecure ? "epsilon" : TestSeed.WOULD_BE);
    }

    /** What the examples are made of is not in a report. */
    private static DataRecord data(JsonFields data) throws UnreadableException {
        List<Integer> shape = new ArrayList<>();
        data.node().path("shape").forEach(size -> shape.add(size.asInt()));
        return new DataRecord(
                data.text("name"),
                Math.toIntExact(data.count("examples")),
                shape,
                Math.toIntExact(data.count("classes")),
                data.texts("notes"),
                new ExampleFormat(new ExampleFormat.Numbers(), shape, List.of(), Features.PLAIN));
    }

    private Optional<AuditOutcome> audit() throws UnreadableException {
        if (!report.has("audit")) {
            return Optional.empty();
        }
        JsonFields audit = report.object("audit");
        return Optional.of(new AuditOutcome(
                Math.toIntExact(audit.count("canaries")),
                Math.toIntExact(audit.count("guesses")),
                Math.toIntExact(audit.count("correct")),
                Math.toIntExact(audit.count("right")),
                number(audit, "confidence"),
                number(audit, "epsilon_lower"),
                number(audit, "greatest_possible"),
                number(audit, "noise_factor"),
                number(audit, "measured_epsilon"),
                guarantee(number(audit, "claimed_epsilon"))));
    }

    private static OptionalDouble optional(JsonFields of, String name) throws UnreadableException {
        return of.has(name) ? OptionalDouble.of(number(of, name)) : OptionalDouble.empty();
    }

    /** A number, or a text that stands for an infinity or for none. */
    private static double number(JsonFields of, String name) throws UnreadableException {
        JsonNode value = of.node().path(name);
        if (value.isTextual() && value.textValue().matches("-?Infinity|NaN")) {
            return Double.parseDouble(value.textValue());
        }
        if (!value.isNumber()) {
            throw new UnreadableException("has a %s.%s that is no number".formatted(of.path(), name));
        }
        return value.doubleValue();
    }

    /** Whether a report is what is written of the run that it tells of. */
    private static boolean isAsWritten(JsonFields report, TrainingReport remade) {
        return isSame(report.node(), StrictJson.parse(remade.json()));
    }

    private static boolean isSame(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            double difference = Math.abs(one.doubleValue() - other.doubleValue());
            return difference <= MACHINES * Math.abs(other.doubleValue());
        }
        if (one.isObject() || one.isArray()) {
            if (one.getNodeType() != other.getNodeType() || one.size() != other.size()) {
                return false;
            }
            for (int i = 0; i < one.size() && one.isArray(); i++) {
                if (!isSame(one.path(i), other.path(i))) {
                    return false;
                }
            }
            return one.properties().stream()
                    .allMatch(
                            field -> other.has(field.getKey()) && isSame(field.getValue(), other.path(field.getKey())));
        }
        return one.equals(other);
    }
}

package io.abacusdp.cli.check;

import static io.abacusdp.cli.check.StatedEpsilon.exact;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.RepeatAndSelect;
import io.abacusdp.training.trainer.InitialModel;
import io.abacusdp.training.trainer.PrivacyUnit;
import io.abacusdp.training.trainer.TuningLaw;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The settings of a training run: what they say of it is what was charged, stated and warned of. */
final class SettingsCheck {
    /** All that a run has. */
    private static final Set<String> NAMES = Set.of(
            "model",
            "goal",
            "sampling",
            "lot size",
            "public size",
            "epochs",
            "clipping",
            "noise schedule",
            "optimiser",
            "learning rate",
            "initial model",
            "frozen layers",
            "adjacency",
            "noise multiplier",
            "sensitivity of sums",
            "noise added",
            "steps",
            "run",
            "features",
            "kernels",
            "unit of privacy",
            "noise",
            "noise matrix",
            "noise coefficients",
            "noise omegas",
            "noise lambdas",
            "sensitivity of the noise matrix",
            "lots of an epoch",
            "expected error",
            "loss",
            "augmented views",
            "centring",
            "average of weights",
            "tuning");

    private static final String NOISE = "noise";
    private static final String MATRIX = "noise matrix";
    private static final String TUNING = "tuning";
    private static final String INITIAL = "initial model";

    private final Findings findings;
    private final String file;
    private final JsonFields report;
    private final JsonFields privacy;
    private final JsonFields settings;

    SettingsCheck(Findings findings, String file, JsonFields report) throws UnreadableException {
        this.findings = findings;
        this.file = file;
        this.report = report;
        this.privacy = report.object("privacy");
        this.settings = report.object("settings");
    }

    void check(DpEvent event) throws UnreadableException {
        checkNames();
        checkGoal();
        checkSize();
        checkTuning(event);
        checkNoise();
        checkChoices();
        checkInitialModel();
        checkEnding();
        OptionalDouble epsilon = privacy.optionalNumber("epsilon");
        if (epsilon.isPresent() && Double.isFinite(epsilon.getAsDouble())) {
            findings.require(
                    !text("clipping").contains("Infinity"),
                    file,
                    "gradients are clipped to a finite norm",
                    "an epsilon is stated, and gradients are not clipped");
        }
    }

    /** The setting, or nothing. */
    private String text(String name) throws UnreadableException {
        return settings.has(name) ? settings.text(name) : "";
    }

    /** A setting that no run has could say anything. */
    private void checkNames() {
        List<String> others = settings.node().properties().stream()
                .map(Map.Entry::getKey)
                .filter(name -> !NAMES.contains(name))
                .toList();
        findings.require(
                others.isEmpty(),
                file,
                "its settings are those of a run",
                "it has settings that no run has: " + others);
    }

    /** Delta, noise and the limit are part of what was asked for. */
    private void checkGoal() throws UnreadableException {
        double delta = privacy.delta("delta");
        goal("delta")
                .ifPresent(asked -> findings.require(
                        asked == delta,
                        file,
                        "delta is that of its goal",
                        "delta is %s, and %s in its goal".formatted(exact(delta), asked)));
        double noise = privacy.number("noise_multiplier");
        goal("noiseMultiplier")
                .ifPresent(asked -> findings.require(
                        asked == noise,
                        file,
                        "its noise is that of its goal",
                        "the noise multiplier is %s, and %s in its goal".formatted(exact(noise), exact(asked))));
        OptionalDouble budget = privacy.optionalNumber("budget");
        goal("epsilon")
                .ifPresent(asked -> findings.require(
                        budget.equals(OptionalDouble.of(asked)),
                        file,
                        "its budget is that of its goal",
                        "its budget is not the epsilon of its goal, which is " + exact(asked)));
    }

    /** A number that the goal has. */
    private OptionalDouble goal(String name) throws UnreadableException {
        Matcher asked = Pattern.compile("\\b" + name + "=([\\d.E+-]{1,30})").matcher(text("goal"));
        return asked.find() ? OptionalDouble.of(PageCheck.number(asked.group(1))) : OptionalDouble.empty();
    }

    private void checkSize() throws UnreadableException {
        String size = text("public size");
        if (size.isEmpty()) {
            return;
        }
        if (report.has("size_declared")) {
            findings.require(
                    report.flag("size_declared") != size.equals("none"),
                    file,
                    "whether the number of examples is declared is as in its settings",
                    "the number of examples is said to be %s, and the public size in its settings is %s"
                            .formatted(report.flag("size_declared") ? "declared" : "counted", size));
        }
        if (!size.equals("none")) {
            String examples = Long.toString(report.object("data").count("examples"));
            findings.require(
                    size.equals(examples),
                    file,
                    "the number of examples is that of its settings",
                    "the number of examples is %s, and %s in its settings".formatted(examples, size));
        }
    }

    /** The best of several runs costs more than one of them, and those that were thrown away cost what it was planned to. */
    private void checkTuning(DpEvent event) throws UnreadableException {
        List<DpEvent> parts = event instanceof Composed composed ? composed.events() : List.of(event);
        String charged = !parts.isEmpty() && parts.get(0) instanceof RepeatAndSelect select ? law(select) : "";
        findings.require(
                charged.equals(text(TUNING)),
                file,
                charged.isEmpty()
                        ? "it is a run by itself, in settings and charges"
                        : "it is charged as the best of as many runs as its settings say",
                "its settings have the tuning '%s', and its charges are for '%s'".formatted(text(TUNING), charged));
        if (!charged.isEmpty() && parts.size() > 1) {
            ChargedSteps run = new ChargedSteps(event);
            DpEvent planned = run.plan().first(Math.min(run.count(), privacy.count("planned_steps")));
            findings.require(
                    parts.stream().skip(1).allMatch(planned::equals),
                    file,
                    "%d runs that were thrown away are charged in full".formatted(parts.size() - 1),
                    "runs that were thrown away are charged otherwise than the one that is released");
        }
    }

    private static String law(RepeatAndSelect select) throws UnreadableException {
        try {
            return new TuningLaw(select.mean(), select.shape()).toString();
        } catch (IllegalArgumentException e) {
            throw new UnreadableException("is charged as the best of a number of runs that no tuning has", e);
        }
    }

    /** Noise that was asked for as correlated has a matrix, and other noise has none. */
    private void checkNoise() throws UnreadableException {
        String asked = text(NOISE);
        String matrix = text(MATRIX);
        boolean isSame = switch (asked) {
            case "", "banded:1" -> matrix.isEmpty();
            case "banded" -> matrix.isEmpty() || matrix.startsWith("banded:");
            default -> matrix.equals(asked);
        };
        findings.require(
                isSame,
                file,
                "its noise matrix is the one that was asked for",
                "noise '%s' was asked for, and its matrix is '%s'".formatted(asked, matrix));
    }

    /** What has a proof for single records and independent noise is not claimed for others. */
    private void checkChoices() throws UnreadableException {
        boolean isPlain = UnitOfCharges.stated(settings).equals(PrivacyUnit.RECORD) && !settings.has(MATRIX);
        boolean isForRecords = settings.has("centring") || settings.has(TUNING) || settings.has("augmented views");
        findings.require(
                isPlain || !isForRecords,
                file,
                "what its settings have is accounted for its unit of privacy",
                "centring, tuning or augmented views have no guarantee for its unit of privacy or its noise");
    }

    /** What another model learned before is either declared to be public, or warned of. */
    private void checkInitialModel() throws UnreadableException {
        if (!settings.has(INITIAL)) {
            return;
        }
        String origin = settings.text(INITIAL);
        String frozen = text("frozen layers");
        findings.require(
                report.texts("notes").contains(InitialModel.note(origin, frozen, true))
                        || report.texts("warnings").contains(InitialModel.note(origin, frozen, false)),
                file,
                "it says whether the model that it began from is covered",
                "it began from another model, and does not say that the guarantee does not cover that one");
    }

    /** A run ends where its plan does, or where the budget does. */
    private void checkEnding() throws UnreadableException {
        if (report.has("ending")) {
            boolean isWhole = privacy.count("model_steps") == privacy.count("planned_steps");
            findings.require(
                    isWhole == report.text("ending").equals("plan_done"),
                    file,
                    "it ended as its steps say",
                    "it is said to have ended as %s, and its model took %d of %d steps"
                            .formatted(
                                    report.text("ending"),
                                    privacy.count("model_steps"),
                                    privacy.count("planned_steps")));
        }
    }
}

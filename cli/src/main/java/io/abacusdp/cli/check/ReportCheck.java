package io.abacusdp.cli.check;

import static io.abacusdp.cli.check.StatedEpsilon.exact;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.training.trainer.PrivacyUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The report of a training run, report.json: every figure that follows from others. */
final class ReportCheck {
    /** The last ones are priced; a stranger's file must not take hours. */
    private static final int MAX_EPOCHS = 200;

    /** More than what doubles are rounded by. */
    private static final double ROUNDING = 1e-12;

    /** What epsilon would have been, of a run under a test seed. */
    private static final String WOULD_BE = "epsilon_with_secret_randomness";

    private final Findings findings;
    private final String file;
    private final JsonFields report;
    private final JsonFields privacy;
    private final JsonFields settings;
    private final StatedEpsilon stated;

    private ReportCheck(Findings findings, String file, JsonFields report) throws UnreadableException {
        this.findings = findings;
        this.file = file;
        this.report = report;
        this.privacy = report.object("privacy");
        this.settings = report.object("settings");
        this.stated = new StatedEpsilon(file);
    }

    /** Whether the object is such a report. */
    static boolean isReport(JsonFields object) {
        return object.has("privacy") && object.has("settings") && object.has("epochs");
    }

    /** Checks the report, and returns what it says of the run. */
    static StatedRun check(Findings findings, String file, JsonFields report) throws UnreadableException {
        return new ReportCheck(findings, file, report).check();
    }

    private StatedRun check() throws UnreadableException {
        double delta = privacy.delta("delta");
        Adjacency adjacency = privacy.adjacency("adjacency");
        DpEvent event = privacy.event("event");
        OptionalDouble epsilon = privacy.optionalNumber("epsilon");
        ChargedSteps charges = new ChargedSteps(event);
        checkEpsilon(epsilon, delta, adjacency, event);
        checkGroups(delta, adjacency, event);
        checkSteps(charges);
        checkNoise(charges);
        new SamplingCheck(findings, file, settings)
                .check(charges, report.object("data").count("examples"), adjacency, privacy);
        CentringCheck.check(findings, file, settings, charges);
        requireSame("adjacency", adjacency.id(), "adjacency");
        checkUnit(event);
        requireSame("sampling", privacy.text("sampling"), "sampling");
        requireSame("model", report.text("model"), "model");
        new SettingsCheck(findings, file, report).check(event);
        checkAudit(epsilon);
        checkEpochs(charges, delta, adjacency);
        StatedRun run = new StatedRun(
                file,
                epsilon,
                delta,
                adjacency,
                OptionalDouble.of(privacy.number("noise_multiplier")),
                event,
                report.text("model"),
                new WordsCheck(findings, file, report).check());
        sayWhatNobodyKnows(delta);
        return run;
    }

    private void checkEpsilon(OptionalDouble epsilon, double delta, Adjacency adjacency, DpEvent event)
            throws UnreadableException {
        boolean isSecure = privacy.flag("secure");
        if (!isSecure) {
            findings.noted(file, "not private: the run's randomness came from a test seed, and no epsilon holds");
            findings.require(
                    epsilon.isEmpty(),
                    file,
                    "claims no epsilon",
                    "states an epsilon although its randomness came from a test seed");
            if (privacy.has(WOULD_BE)) {
                stated.check(findings, WOULD_BE, privacy.number(WOULD_BE), delta, adjacency, event);
            }
            return;
        }
        if (epsilon.isEmpty()) {
            throw new UnreadableException("has no $.privacy.epsilon");
        }
        double value = epsilon.getAsDouble();
        Optional<Guarantee> cost = stated.check(findings, "epsilon", value, delta, adjacency, event);
        OptionalDouble lower = privacy.optionalNumber("lower");
        if (lower.isPresent()) {
            stated.checkLower(findings, lower.getAsDouble(), value, cost);
        }
        OptionalDouble budget = privacy.optionalNumber("budget");
        if (budget.isPresent()) {
            findings.require(
                    value <= budget.getAsDouble(),
                    file,
                    "within its budget of " + exact(budget.getAsDouble()),
                    "epsilon %s is beyond its budget of %s".formatted(exact(value), exact(budget.getAsDouble())));
        }
    }

    private void checkGroups(double delta, Adjacency adjacency, DpEvent event) throws UnreadableException {
        if (!report.has("groups")) {
            return;
        }
        for (JsonFields group : report.objects("groups")) {
            OptionalDouble epsilon = group.optionalNumber("epsilon");
            long records = group.count("records");
            if (records < 1 || records > 1000) {
                throw new UnreadableException("has a group of " + records + " records");
            }
            if (epsilon.isPresent()) {
                stated.check(
                        findings,
                        "epsilon of %d records".formatted(records),
                        epsilon.getAsDouble(),
                        delta,
                        adjacency,
                        new Group(records, event));
            }
        }
    }

    private void checkSteps(ChargedSteps charges) throws UnreadableException {
        long charged = privacy.count("charged_steps");
        long made = privacy.count("model_steps");
        long planned = privacy.count("planned_steps");
        findings.require(
                charged == charges.count(),
                file,
                "%d charged steps, as many as its events".formatted(charged),
                "%d steps are said to be charged, and its events are %d".formatted(charged, charges.count()));
        findings.require(
                made <= charges.count() && made <= planned,
                file,
                "no step of the model is without a charge",
                "the model took %d steps; %d were charged and %d planned".formatted(made, charges.count(), planned));
        requireSame("planned_steps", Long.toString(planned), "steps");
    }

    private void checkNoise(ChargedSteps charges) throws UnreadableException {
        double stated = privacy.number("noise_multiplier");
        requireSame("noise_multiplier", Double.toString(stated), "noise multiplier");
        checkAdded(stated);
        if (CorrelatedNoiseCheck.isOf(settings)) {
            return;
        }
        List<Double> noise = charges.noise();
        boolean isConstant = settings.has("noise schedule")
                && settings.text("noise schedule").matches("Constant\\[value=1(\\.0)?]");
        if (!isConstant) {
            findings.unknown(
                    file, "whether the noise of each step follows its schedule; what it cost is by the charges");
            return;
        }
        findings.require(
                noise.stream().allMatch(one -> one == stated),
                file,
                "noise multiplier %s, as in all charges".formatted(exact(stated)),
                "noise multiplier %s is stated, and charges have %s"
                        .formatted(
                                exact(stated),
                                noise.stream()
                                        .distinct()
                                        .limit(3)
                                        .map(StatedEpsilon::exact)
                                        .toList()));
    }

    /** Whom it is for, in settings, figures and charges. */
    private void checkUnit(DpEvent event) throws UnreadableException {
        PrivacyUnit unit = UnitOfCharges.stated(settings);
        if (privacy.has("unit")) {
            requireSame("unit", privacy.text("unit"), "unit of privacy");
        }
        findings.require(
                unit.holdsUnder(privacy.adjacency("adjacency")),
                file,
                "its unit of privacy has a guarantee under its adjacency",
                "its unit of privacy has no guarantee under its adjacency");
        findings.require(
                UnitOfCharges.of(event).agreesWith(unit),
                file,
                "its charges are for its unit of privacy",
                "its unit of privacy is %s, and its charges are for another".formatted(unit.words()));
    }

    /** Noise is made for what one record can move a sum by, rounding included: more of it than the multiplier says. */
    private void checkAdded(double noiseMultiplier) throws UnreadableException {
        if (settings.has("noise added") && settings.has("sensitivity of sums")) {
            double moves = times(settings.text("sensitivity of sums"));
            double added = times(settings.text("noise added"));
            findings.require(
                    moves >= 1 && added >= noiseMultiplier * moves * (1 - ROUNDING),
                    file,
                    "noise added is that of its multiplier and the sensitivity of its sums",
                    "the noise that is stated as added is no multiplier of %s for sums that move as is stated"
                            .formatted(exact(noiseMultiplier)));
        }
    }

    private static double times(String text) {
        return PageCheck.number(text.replace(" times the clipping norm", ""));
    }

    /** What the report itself says of an audit. */
    private void checkAudit(OptionalDouble epsilon) throws UnreadableException {
        if (!report.has("audit")) {
            return;
        }
        JsonFields audit = report.object("audit");
        findings.require(
                !audit.flag("refuted"), file, "its audit did not refute the claim", "its own audit refutes the claim");
        OptionalDouble claimed = audit.optionalNumber("claimed_epsilon");
        if (epsilon.isPresent() && claimed.isPresent()) {
            findings.require(
                    claimed.equals(epsilon),
                    file,
                    "its audit tested the epsilon that is stated",
                    "its audit tested epsilon %s, and %s is stated"
                            .formatted(exact(claimed.getAsDouble()), exact(epsilon.getAsDouble())));
        }
    }

    /** Compares a field with the setting that says the same. */
    private void requireSame(String name, String value, String setting) throws UnreadableException {
        if (settings.has(setting)) {
            String set = settings.text(setting);
            findings.require(
                    set.equals(value),
                    file,
                    "%s is that of its settings".formatted(name),
                    "%s is %s, and %s in its settings".formatted(name, value, set));
        }
    }

    private void checkEpochs(ChargedSteps charges, double delta, Adjacency adjacency) throws UnreadableException {
        List<JsonFields> epochs = report.objects("epochs");
        Findings ofEpochs = new Findings();
        int priced = 0;
        long after = charges.count();
        for (int i = epochs.size() - 1; i >= 0; i--) {
            JsonFields epoch = epochs.get(i);
            String name = "epoch %d".formatted(epoch.count("epoch"));
            long charged = epoch.count("charged_steps");
            if (charged > after || epoch.count("step") > charged) {
                ofEpochs.wrong(
                        file,
                        "%s has %d charged steps of %d, and %d steps of the model"
                                .formatted(name, charged, after, epoch.count("step")));
                break;
            }
            after = charged;
            OptionalDouble epsilon = epoch.optionalNumber("epsilon");
            DpEvent first = charges.first(charged);
            if (priced < MAX_EPOCHS && stated.canPrice(first)) {
                priced++;
                if (epsilon.isPresent() && charged > 0) {
                    stated.check(ofEpochs, name + ": epsilon", epsilon.getAsDouble(), delta, adjacency, first);
                }
            }
        }
        if (ofEpochs.wrong() == 0) {
            findings.holds(file, "%d epochs, each with the epsilon of its charges".formatted(priced));
        } else {
            findings.addWrong(ofEpochs);
        }
        if (priced < epochs.size()) {
            findings.noted(file, "of %d epochs the last %d were priced".formatted(epochs.size(), priced));
        }
    }

    private void sayWhatNobodyKnows(double delta) throws UnreadableException {
        long examples = report.object("data").count("examples");
        if (examples > 0 && delta >= 1.0 / examples && delta < 1) {
            findings.noted(
                    file,
                    "delta %s is not below 1/%d: such a delta allows to publish a record outright"
                            .formatted(exact(delta), examples));
        }
        report.texts("notes").forEach(note -> findings.noted(file, "its own note: " + note));
        report.texts("warnings").forEach(warning -> findings.noted(file, "its own warning: " + warning));
        findings.unknown(file, "whether the program that ran did what the charges say; 'abacus audit' tests a program");
        findings.unknown(file, "whether there were other runs on the same data, each with a cost of its own");
        findings.unknown(file, "whether settings were chosen without looking at the private data");
    }
}

package io.abacusdp.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.report.FederationReport;
import io.abacusdp.federated.report.NotCovered;
import io.abacusdp.federated.report.StatedGuarantee;
import io.abacusdp.training.noise.TestSeed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What the report.json of a federated run says: each figure is recomputed from its events, each word of who is protected from whom
 * follows from its settings, and the events are those of the settings.
 */
final class FederatedReportCheck {
    private static final String REPORT = "report.json";

    private final Findings findings;
    private final JsonFields report;
    private final double delta;
    private final PricedOnce accountant = new PricedOnce();

    /** @param delta that the run was asked for */
    FederatedReportCheck(Findings findings, JsonFields report, double delta) {
        this.findings = findings;
        this.report = report;
        this.delta = delta;
    }

    /** Checks it, and returns the history that it states. */
    PrivacyHistory check() throws UnreadableException {
        JsonFields privacy = report.object("privacy");
        findings.require(
                privacy.delta("target_delta") == delta
                        && PageCheck.number(report.object("settings").text("delta")) == delta,
                REPORT,
                "its delta is that of the run",
                "its delta is not that of the run");
        FederatedPrivacyCheck stated = new FederatedPrivacyCheck(findings, REPORT, privacy, accountant);
        stated.check();
        PrivacyHistory history = stated.history();
        FederatedSettings settings = new FederatedSettings(report.object("settings"));
        findings.require(
                isOfSettings(settings, history),
                REPORT,
                "its events are those of its settings",
                "its events are not those of its settings");
        try {
            PrivacyCosts costs = new PrivacyCosts(accountant, delta);
            guarantees(StatedGuarantee.of(settings.setting(), history, costs), privacy);
            OptionalDouble total = costs.conservativeTotal(history);
            findings.require(
                    sameNumber(report.optionalNumber("conservative_total"), total),
                    REPORT,
                    "its conservative total is the sum of the two",
                    "its conservative total is not the sum of the two");
        } catch (UnsupportedEventException | IllegalArgumentException | ArithmeticException e) {
            findings.wrong(REPORT, "its events have no price: " + e.getMessage());
        }
        words(settings);
        new FederatedRoundsCheck(findings, report, settings, history, delta, accountant).check();
        return history;
    }

    private static boolean isOfSettings(FederatedSettings settings, PrivacyHistory history) {
        try {
            return history.clients().stream().allMatch(client -> settings.recordCharges(client, history) > 0)
                    && history.participants().stream()
                            .allMatch(client -> settings.participations(history.participations(client)) > 0)
                    && settings.isPaidByAll(history)
                    && history.released()
                            .map(event -> settings.releases(event) > 0)
                            .orElse(true);
        } catch (ArithmeticException e) {
            return false;
        }
    }

    /** Each guarantee that is stated is the one of its figure, in all its words. */
    private void guarantees(List<StatedGuarantee> expected, JsonFields privacy) throws UnreadableException {
        List<JsonFields> stated = report.objects("guarantees");
        boolean isSame = stated.size() == expected.size();
        for (int i = 0; i < Math.min(stated.size(), expected.size()); i++) {
            JsonFields said = stated.get(i);
            StatedGuarantee truth = expected.get(i);
            isSame &= said.delta("delta") == delta
                    && said.text("who").equals(truth.who())
                    && said.text("against").equals(truth.against())
                    && said.text("adjacency")
                            .equals(truth.guarantee().adjacency().id())
                    && said.text("accountant").equals(truth.guarantee().accountant())
                    && sameNumber(
                            said.optionalNumber(report.flag("secure") ? "epsilon" : TestSeed.WOULD_BE),
                            privacy.optionalNumber(figure(truth.who())));
        }
        findings.require(
                isSame,
                REPORT,
                "%d guarantees, each of what was spent, for whom and against whom it holds".formatted(stated.size()),
                "it does not state the guarantees of what was spent");
    }

    /** The figure that a guarantee for somebody has to have. */
    private static String figure(String who) {
        if (who.startsWith("a record of ")) {
            return FederatedPrivacyCheck.RECORDS;
        }
        return who.equals("a client") ? FederatedPrivacyCheck.RELEASED : FederatedPrivacyCheck.PARTICIPATION;
    }

    static boolean sameNumber(OptionalDouble one, OptionalDouble other) {
        return one.equals(other);
    }

    /** What is said beside the figures. */
    private void words(FederatedSettings settings) throws UnreadableException {
        boolean isSecure = report.object("settings").text("randomness").equals("secure");
        findings.require(
                report.flag("secure") == isSecure
                        && report.flag("private")
                                == (isSecure && !report.objects("guarantees").isEmpty()),
                REPORT,
                "whether it is private is as its settings and guarantees are",
                "whether it is private is not as its settings and guarantees are");
        findings.require(
                report.count("clients") == settings.clients(),
                REPORT,
                "as many clients as in its settings",
                "it does not have as many clients as its settings");
        findings.require(
                report.texts("not_covered")
                        .equals(NotCovered.of(settings.setting().areClientsSampled())),
                REPORT,
                "it says what is not covered",
                "it does not say what is not covered");
        Set<String> words = new HashSet<>(List.of(report.text("command").split(" ", -1)));
        findings.require(
                words.contains("--hold-out") == report.texts("notes").contains(FederationReport.HELD_APART),
                REPORT,
                "it says where its test set is from",
                "it does not say that its test set is from the clients' records, or says so and it is not");
    }

    /** The rounds of it, as a checkpoint has them: without what was measured. */
    static List<JsonNode> withoutMeasures(JsonNode rounds) {
        List<JsonNode> bare = new ArrayList<>();
        rounds.forEach(round -> {
            ObjectNode copy = round.deepCopy();
            copy.remove(List.of("test_loss", "test_accuracy", "test_auc"));
            bare.add(copy);
        });
        return bare;
    }
}

package io.abacusdp.cli.check;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.federated.privacy.ClientAdjacency;
import io.abacusdp.federated.privacy.PrivacyHistory;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The rounds of a report against its charges: each attempt at one is charged, and what is said to be spent after each is at least what
 * so many charges cost, and exactly that if no others were made.
 */
final class FederatedRoundsCheck {
    private static final String REPORT = "report.json";

    /** So many are priced, spread over the run; of the others it is seen that they lie between. */
    private static final int MAX_PRICED = 40;

    private final Findings findings;
    private final JsonFields report;
    private final FederatedSettings settings;
    private final PrivacyHistory history;
    private final double delta;
    private final Accountant accountant;

    FederatedRoundsCheck(
            Findings findings,
            JsonFields report,
            FederatedSettings settings,
            PrivacyHistory history,
            double delta,
            Accountant accountant) {
        this.findings = findings;
        this.report = report;
        this.settings = settings;
        this.history = history;
        this.delta = delta;
        this.accountant = accountant;
    }

    void check() throws UnreadableException {
        List<JsonFields> rounds = report.objects("rounds");
        long made = report.object("ended").count("rounds");
        long before = 0;
        long attempts = 0;
        boolean isInOrder = true;
        for (JsonFields round : rounds) {
            long number = round.count("round");
            isInOrder &= number > before && round.count("clients") == settings.clients();
            attempts = Math.addExact(attempts, Math.min(round.count("attempt"), Integer.MAX_VALUE) + 1);
            before = number;
        }
        findings.require(
                isInOrder
                        && before <= made
                        && made <= PageCheck.number(report.object("settings").text("rounds")),
                REPORT,
                "%d rounds, in their order".formatted(rounds.size()),
                "its rounds are not those that it says were made");
        Optional<String> worst = worst();
        boolean isNamed = true;
        for (JsonFields round : rounds) {
            isNamed &= round.text("worst_client").equals(worst.orElse(""));
        }
        figure(rounds, attempts, "epsilon_sample", FederatedPrivacyCheck.RECORDS, worst.map(history::records));
        figure(rounds, attempts, "epsilon_user", FederatedPrivacyCheck.RELEASED, history.released());
        Optional<DpEvent> part = named("the client ").map(history::participations);
        figure(rounds, attempts, "epsilon_user_sampling_known", FederatedPrivacyCheck.PARTICIPATION, part);
        // Who is worst can change when a client pays more often than others.
        if (!isNamed && isEven()) {
            findings.wrong(REPORT, "a round names another client as the worst");
        }
    }

    /** Whether all clients have paid equally often, so that what holds at the end has held all the time. */
    private boolean isEven() {
        return history.clients().stream()
                        .map(client -> settings.recordCharges(client, history))
                        .distinct()
                        .count()
                <= 1;
    }

    /** The client whose records a guarantee is for; without one, the first of those who were charged. */
    private Optional<String> worst() throws UnreadableException {
        Optional<String> named = named("a record of ");
        return named.isPresent() ? named : history.clients().stream().findFirst();
    }

    /** The client that a guarantee names with these words. */
    private Optional<String> named(String words) throws UnreadableException {
        for (JsonFields guarantee : report.objects("guarantees")) {
            if (guarantee.text("who").startsWith(words)) {
                return Optional.of(guarantee.text("who").substring(words.length()));
            }
        }
        return Optional.empty();
    }

    /** The most charges that a client has: one that was left out has fewer. */
    private long most() {
        long most = history.released().map(settings::releases).orElse(0L);
        for (String client : history.clients()) {
            most = Math.max(most, settings.recordCharges(client, history));
        }
        return most;
    }

    /** One figure of every round against the charges that it is made of. */
    private void figure(List<JsonFields> rounds, long attempts, String name, String cumulative, Optional<DpEvent> spent)
            throws UnreadableException {
        OptionalDouble last = report.object("privacy").optionalNumber(cumulative);
        boolean isThere = true;
        double before = 0;
        for (JsonFields round : rounds) {
            OptionalDouble said = round.optionalNumber(name);
            isThere &= said.isPresent() == spent.isPresent();
            if (said.isPresent()) {
                isThere &= said.getAsDouble() >= before && last.isPresent() && said.getAsDouble() <= last.getAsDouble();
                before = said.getAsDouble();
            }
        }
        if (!isThere) {
            findings.wrong(REPORT, "%s of its rounds is missing, falls, or is above that of all".formatted(name));
            return;
        }
        if (spent.isEmpty() || rounds.isEmpty()) {
            return;
        }
        Optional<DpEvent> one = unit(spent.get());
        long charges = spent.get() instanceof Repeated all && one.isPresent() ? all.count() : 1;
        if (one.isEmpty()) {
            findings.unknown(REPORT, "%s after each round: its charges are of several kinds".formatted(name));
        } else if (attempts > charges && attempts <= most()) {
            findings.unknown(REPORT, "%s after each round: the client was left out of some".formatted(name));
        } else if (attempts > charges) {
            findings.wrong(REPORT, "%d attempts at its rounds, and %d charges".formatted(attempts, charges));
        } else {
            price(rounds, name, one.get(), attempts == charges);
        }
    }

    /** What is charged each time, if it is always the same. */
    private static Optional<DpEvent> unit(DpEvent spent) {
        if (spent instanceof Repeated repeated) {
            return Optional.of(repeated.event());
        }
        return spent instanceof Composed composed && composed.events().size() > 1 && !isOneSum(composed)
                ? Optional.empty()
                : Optional.of(spent);
    }

    private static boolean isOneSum(Composed composed) {
        return composed.events().stream().noneMatch(part -> part instanceof Repeated || part instanceof Composed);
    }

    private void price(List<JsonFields> rounds, String name, DpEvent one, boolean isExact) throws UnreadableException {
        StatedEpsilon stated = new StatedEpsilon(REPORT, accountant);
        Adjacency adjacency = name.equals("epsilon_sample") ? Adjacency.ADD_OR_REMOVE_ONE : ClientAdjacency.of(one);
        int stride = (rounds.size() + MAX_PRICED - 1) / MAX_PRICED;
        long charges = 0;
        int priced = 0;
        boolean isSame = true;
        Findings wrong = new Findings();
        for (int i = 0; i < rounds.size(); i++) {
            charges += rounds.get(i).count("attempt") + 1;
            if ((rounds.size() - 1 - i) % stride != 0) {
                continue;
            }
            Findings each = new Findings();
            stated.check(
                    each,
                    name + " after round " + rounds.get(i).count("round"),
                    rounds.get(i).number(name),
                    delta,
                    adjacency,
                    charges == 1 ? one : new Repeated(charges, one));
            priced++;
            isSame &= each.all().stream().allMatch(finding -> finding.result() == Finding.Result.HOLDS);
            wrong.addWrong(each);
        }
        findings.addWrong(wrong);
        if (wrong.wrong() == 0) {
            findings.require(
                    isSame || !isExact,
                    REPORT,
                    "%s after %d rounds is %s what its charges cost".formatted(name, priced, isSame ? "" : "at least"),
                    "%s of its rounds is not what its charges cost".formatted(name));
        }
    }
}

package io.abacusdp.cli.imports;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The state of an accountant of Opacus as JSON: {@code {"history": [[noise, rate, steps], ...], "mechanism": "rdp"}}.
 *
 * <p>Source: {@code IAccountant.state_dict} in opacus/accountants/accountant.py, the mechanisms of registry.py, the default orders
 * of rdp.py and the conversion of analysis/rdp.py, at commit 01c5c4c of pytorch/opacus. There the mechanism is a method that is
 * not called, so that who writes JSON with {@code default=str} gets its description; that is read too.
 *
 * <p>Assumes: noise is over the clipping norm of an example, which the state does not tell.
 */
final class OpacusState {
    private static final String HISTORY = "history";
    private static final String MECHANISM = "mechanism";
    private static final String UNCALLED = "<bound method ";

    private OpacusState() {}

    static boolean isOne(JsonNode document) {
        return document.has(HISTORY) && document.has(MECHANISM);
    }

    static ImportedRun read(JsonNode document) {
        ForeignFields state = ForeignFields.of(document).only(HISTORY, MECHANISM);
        String mechanism = mechanism(state.field(MECHANISM));
        StepHistory history = history(state.field(HISTORY), mechanism);
        DpEvent poisson = history.poisson();
        List<String> doubts = new ArrayList<>(
                List.of(
                        "The state does not say how batches were drawn: with poisson_sampling=False, or a loader of one's own, they are"
                                + " shuffled, and Opacus accounts them as Poisson samples all the same.",
                        "With a weighted sampler some examples are drawn more often than the rate says; none of the figures covers them.",
                        "Opacus keeps no delta and no size of the data: delta should be below one over the number of examples."));
        List<Claim> claims = new ArrayList<>();
        switch (mechanism) {
            case "rdp" ->
                claims.add(Claim.renyi("Opacus' rdp accountant on its default orders", poisson, Claim.orders(12, 63)));
            case "gdp" -> {
                StepHistory.Entry last = history.entries().get(history.entries().size() - 1);
                claims.add(Claim.centralLimit("Opacus' gdp accountant", last.poisson()));
                doubts.add(
                        "Opacus' gdp accountant forgets its history when a step with other noise or another rate is refused,"
                                + " and reports the last entry alone: steps may be missing here.");
            }
            default ->
                doubts.add(
                        "What Opacus' prv accountant says is not evaluated here; its default asks for an error of at most 0.01 in"
                                + " the figure for Poisson samples.");
        }
        return new ImportedRun(
                "the state of Opacus' accountant, mechanism %s, of %d steps".formatted(mechanism, history.steps()),
                OptionalDouble.empty(),
                readings(history, poisson),
                claims,
                doubts);
    }

    private static List<Reading> readings(StepHistory history, DpEvent poisson) {
        return List.of(
                Reading.asRun(
                        "poisson",
                        "each example was in each batch by a coin of its own",
                        poisson,
                        Adjacency.ADD_OR_REMOVE_ONE),
                history.shuffled(
                        "shuffled",
                        "every epoch was a random order cut into batches, and an example that is absent leaves a gap",
                        Adjacency.ZERO_OUT),
                history.shuffled(
                        "shuffled_replaced",
                        "every epoch was a random order cut into batches, and another example takes the place of one",
                        Adjacency.REPLACE_ONE));
    }

    private static String mechanism(ForeignFields field) {
        String text = field.text();
        if (text.startsWith(UNCALLED)) {
            return switch (text.substring(UNCALLED.length()).split("\\.", 2)[0]) {
                case "RDPAccountant" -> "rdp";
                case "GaussianAccountant" -> "gdp";
                case "PRVAccountant" -> "prv";
                default -> field.oneOf("rdp", "gdp", "prv");
            };
        }
        return field.oneOf("rdp", "gdp", "prv");
    }

    private static StepHistory history(ForeignFields field, String mechanism) {
        List<StepHistory.Entry> entries = new ArrayList<>();
        for (ForeignFields entry : field.elements()) {
            List<ForeignFields> triple = entry.elements();
            if (triple.size() != 3) {
                throw entry.refused(
                        "must be [noise multiplier, sample rate, steps], got %d values".formatted(triple.size()));
            }
            double rate = triple.get(1).number();
            if (!(rate > 0 && rate <= 1)) {
                throw triple.get(1).refused("must be a sampling rate in (0, 1], got " + rate);
            }
            entries.add(new StepHistory.Entry(
                    triple.get(0).amount(), rate, triple.get(2).count()));
        }
        if (entries.isEmpty()) {
            throw field.refused("must have entries: that nothing was recorded does not say that nothing was spent"
                    + (mechanism.equals("gdp") ? ", and the gdp accountant forgets all when it refuses a step" : ""));
        }
        return new StepHistory(entries);
    }
}

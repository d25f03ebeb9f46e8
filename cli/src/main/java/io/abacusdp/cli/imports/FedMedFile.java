package io.abacusdp.cli.imports;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.federated.privacy.FedMedPrivacy;
import io.abacusdp.federated.privacy.RoundRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * DP-FedMed's privacy fields: those of a checkpoint, alone or within it, and its privacy log.
 *
 * <p>Source: {@link FedMedPrivacy}, which reads them; {@code PrivacyState}, {@code ClientState} and the documentation of checkpoints
 * of version 2.0 in DP-FedMed's public repository. A checkpoint is a file of PyTorch; what is read here is its JSON.
 *
 * <p>Limits: the server averages rates and steps of all clients before it records them, so that a client may have lost more.
 */
final class FedMedFile {
    private static final String DELTA = "target_delta";
    private static final String PRIVACY = "privacy";
    private static final String HISTORY = "history";
    private static final String[] CHECKPOINT = {
        "version", "timestamp", "run_name", "round", "server", "clients", PRIVACY
    };
    private static final String[] STATE = {
        DELTA,
        "sample_history",
        "user_history",
        "cumulative_sample_epsilon",
        "cumulative_user_epsilon",
        "partial_round_epsilon"
    };
    private static final String[] LOG = {DELTA, "num_rounds", HISTORY, STATE[3], STATE[4]};

    private FedMedFile() {}

    static boolean isOne(JsonNode document) {
        return document.has(PRIVACY) || document.has(DELTA);
    }

    static ImportedRun read(JsonNode document) {
        ForeignFields state = ForeignFields.of(document);
        if (document.has(PRIVACY)) {
            state.only(CHECKPOINT);
            refuseUnfinished(state);
            state = state.field(PRIVACY);
        }
        boolean isLog = state.has(HISTORY);
        state.only(isLog ? LOG : STATE);
        if (isLog) {
            checkRounds(state.field(HISTORY));
        }
        FedMedPrivacy privacy = FedMedPrivacy.read(document.toString());
        List<StepHistory.Entry> records = new ArrayList<>();
        List<StepHistory.Entry> clients = new ArrayList<>();
        for (RoundRecord round : privacy.rounds()) {
            add(records, round.sigmaSample(), round.qSample(), round.stepsSample());
            add(clients, round.sigmaUser(), round.qUser(), round.stepsUser());
        }
        if (records.isEmpty() && clients.isEmpty()) {
            throw state.refused("must have steps: that nothing was recorded does not say that nothing was spent");
        }
        return new ImportedRun(
                "a history of DP-FedMed, of %d rounds"
                        .formatted(privacy.rounds().size()),
                OptionalDouble.of(state.field(DELTA).delta()),
                readings(records, clients),
                claims(state, records, clients),
                List.of(
                        "DP-FedMed records the mean of all clients' rates and steps: a client above the mean lost more.",
                        "Rounds without noise are left out of its history, though they are not private at all.",
                        "Clients are drawn in a fixed number, which is no Poisson sample, and shuffled batches are none either."));
    }

    /** Steps of a round that goes on are counted for each client, and are not in the history. */
    private static void refuseUnfinished(ForeignFields checkpoint) {
        if (!checkpoint.has("clients")) {
            return;
        }
        ForeignFields clients = checkpoint.field("clients");
        for (JsonNode client : clients.node()) {
            JsonNode partial = client.path("partial_privacy");
            if (partial.path("steps").asDouble() != 0 || partial.path("epsilon").asDouble() != 0) {
                throw clients.refused(
                        "must not be within a round: steps in partial_privacy are in no history; add them by hand");
            }
        }
    }

    private static void checkRounds(ForeignFields history) {
        for (ForeignFields round : history.elements()) {
            round.only("round", "sample", "user");
            round.field("sample").only("noise", "rate", "steps");
            round.field("user").only("noise", "rate", "steps");
        }
    }

    private static void add(List<StepHistory.Entry> entries, double noise, double rate, long steps) {
        if (steps > 0) {
            entries.add(new StepHistory.Entry(noise, rate, steps));
        }
    }

    private static List<Reading> readings(List<StepHistory.Entry> records, List<StepHistory.Entry> clients) {
        List<Reading> readings = new ArrayList<>();
        if (!records.isEmpty()) {
            StepHistory history = new StepHistory(records);
            readings.add(Reading.asRun(
                    "records",
                    "it is about a record, and each was in each batch by a coin of its own",
                    history.poisson(),
                    Adjacency.ADD_OR_REMOVE_ONE));
            readings.add(history.shuffled(
                    "records_shuffled",
                    "it is about a record, and every epoch was a random order cut into batches",
                    Adjacency.ZERO_OUT));
        }
        if (!clients.isEmpty()) {
            StepHistory history = new StepHistory(clients);
            readings.add(Reading.asRun(
                    "clients",
                    "it is about a client, and each took part by a coin of its own",
                    history.poisson(),
                    Adjacency.ADD_OR_REMOVE_ONE));
            StepHistory everyRound = new StepHistory(clients.stream()
                    .map(entry -> new StepHistory.Entry(entry.noise(), 1, entry.steps()))
                    .toList());
            readings.add(Reading.atMost(
                    "clients_every_round",
                    "it is about a client that may have taken part in every round, another taking its place",
                    everyRound.poisson(),
                    Adjacency.REPLACE_ONE));
        }
        return readings;
    }

    private static List<Claim> claims(
            ForeignFields state, List<StepHistory.Entry> records, List<StepHistory.Entry> clients) {
        List<Claim> claims = new ArrayList<>();
        if (state.has(STATE[3])) {
            claims.add(
                    Claim.stated("DP-FedMed for records", state.field(STATE[3]).amount()));
        }
        if (state.has(STATE[4])) {
            claims.add(
                    Claim.stated("DP-FedMed for clients", state.field(STATE[4]).amount()));
        }
        if (!records.isEmpty()) {
            claims.add(Claim.renyi(
                    "Opacus' rdp accountant, which DP-FedMed uses, for records",
                    new StepHistory(records).poisson(),
                    Claim.orders(12, 63)));
        }
        if (!clients.isEmpty()) {
            claims.add(Claim.renyi(
                    "Opacus' rdp accountant, which DP-FedMed uses, for clients",
                    new StepHistory(clients).poisson(),
                    Claim.orders(12, 63)));
        }
        return claims;
    }
}

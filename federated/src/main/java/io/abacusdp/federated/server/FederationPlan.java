package io.abacusdp.federated.server;

import io.abacusdp.federated.aggregate.Aggregation;
import io.abacusdp.federated.aggregate.WeightedSum;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.training.model.ModelJson;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.sampling.PoissonLots;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A run, settled before it begins. All of it is public.
 *
 * @param rounds that the model is to take
 * @param serverRate by which the mean update moves the model
 * @param members all clients, in the order in which their updates are summed
 * @param clientNoise if the style protects clients
 * @param secure if sums are made by secure aggregation
 * @param delta of each guarantee
 */
public record FederationPlan(
        PrivacyStyle style,
        ModelSpec model,
        int rounds,
        Aggregation aggregation,
        double serverRate,
        List<Member> members,
        Optional<ClientNoise> clientNoise,
        Optional<SecureRoster> secure,
        Patience patience,
        double delta) {
    public FederationPlan {
        members = List.copyOf(members);
        if (rounds < 1) {
            throw new IllegalArgumentException("rounds must be at least 1, got " + rounds);
        }
        if (!(serverRate > 0 && serverRate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the server's rate must be finite and above 0, got " + serverRate);
        }
        Set<String> names = new HashSet<>();
        for (Member member : members) {
            if (!names.add(member.name())) {
                throw new IllegalArgumentException(
                        "clients must have different names, got " + member.name() + " twice");
            }
            if (style.protectsRecords() != member.local().noiseMultiplier() > 0) {
                throw new IllegalArgumentException("style %s %s noise at clients, and that of %s is %s"
                        .formatted(
                                style.id(),
                                style.protectsRecords() ? "needs" : "has no",
                                member.name(),
                                member.local().noiseMultiplier()));
            }
        }
        if (members.isEmpty() || patience.minimumClients() > members.size()) {
            throw new IllegalArgumentException("the minimum of clients must be at most their number %d, got %d"
                    .formatted(members.size(), patience.minimumClients()));
        }
        if (style.protectsClients() != clientNoise.isPresent()) {
            throw new IllegalArgumentException(
                    "style " + style.id() + (style.protectsClients() ? " needs" : " has no") + " noise for clients");
        }
        clientNoise.ifPresent(noise -> requireRate(noise, secure.isPresent(), names.size()));
        secure.ifPresent(roster -> requireSecure(style, roster, names));
    }

    private static void requireRate(ClientNoise noise, boolean isSecure, int members) {
        if (noise.expectedClients() > members || (isSecure && noise.expectedClients() < members)) {
            throw new IllegalArgumentException("expected clients must be at most their number %d%s, got %d"
                    .formatted(
                            members,
                            isSecure ? ", and with secure aggregation all take part" : "",
                            noise.expectedClients()));
        }
    }

    private static void requireSecure(PrivacyStyle style, SecureRoster roster, Set<String> names) {
        if (!style.protectsClients()) {
            throw new IllegalArgumentException("secure aggregation is for styles user and hybrid, got " + style.id());
        }
        Set<String> enrolled = new HashSet<>();
        roster.participants().forEach(participant -> enrolled.add(participant.name()));
        if (!enrolled.equals(names)) {
            throw new IllegalArgumentException("secure aggregation needs the keys of all clients, got " + enrolled);
        }
    }

    /** How clients are sampled for a round; all of them if they are not. */
    PoissonLots sampledClients() {
        return new PoissonLots(
                members.size(), clientNoise.map(ClientNoise::expectedClients).orElse(members.size()));
    }

    /** Probability of a client to be asked in a round. */
    public double clientRate() {
        return sampledClients().rate();
    }

    /** How many clients must be there before an attempt is paid, and make a sum that is released. */
    public int quorum() {
        return Math.max(
                patience.minimumClients(), secure.map(SecureRoster::threshold).orElse(1));
    }

    WeightedSum weights() {
        return new WeightedSum(members.stream().map(Member::weight).toList(), clientRate());
    }

    /** Name and value of everything that must be the same when the run is resumed. */
    public Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("style", style.id());
        settings.put("model", ModelJson.write(model));
        settings.put("rounds", Integer.toString(rounds));
        settings.put("algorithm", aggregation.id());
        settings.put("server rate", Double.toString(serverRate));
        settings.put("delta", Double.toString(delta));
        settings.put("client noise", clientNoise.map(Object::toString).orElse("none"));
        settings.put(
                "secure aggregation",
                secure.map(roster -> "threshold %d, colluders %d".formatted(roster.threshold(), roster.colluders()))
                        .orElse("none"));
        members.forEach(member -> settings.put(
                "client " + member.name(),
                "%d records, weight %s, %s".formatted(member.records(), member.weight(), member.local())));
        return settings;
    }
}

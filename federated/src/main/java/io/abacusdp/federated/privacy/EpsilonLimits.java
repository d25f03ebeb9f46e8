package io.abacusdp.federated.privacy;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.numeric.Search;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Epsilons that must not be exceeded, both at the delta of the costs that they are compared with.
 *
 * @param records of each client's records, if there is a limit
 * @param clients of each client as a whole, for those who see released models only, if there is a limit
 */
public record EpsilonLimits(OptionalDouble records, OptionalDouble clients) {
    /** More rounds than anybody plans. */
    private static final long MAX_ROUNDS = 1L << 30;

    public EpsilonLimits {
        records.ifPresent(EpsilonLimits::require);
        clients.ifPresent(EpsilonLimits::require);
    }

    /** No limit at all. */
    public static EpsilonLimits none() {
        return new EpsilonLimits(OptionalDouble.empty(), OptionalDouble.empty());
    }

    private static void require(double epsilon) {
        if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a limit of epsilon must be finite and above 0, got " + epsilon);
        }
    }

    /** Why the history is beyond a limit; none if it is within. */
    public Optional<String> exceededBy(PrivacyHistory history, PrivacyCosts costs) {
        if (records.isPresent()) {
            Optional<PrivacyCosts.OfClient> worst = costs.worstRecords(history);
            if (worst.isPresent() && !(worst.get().guarantee().epsilon() <= records.getAsDouble())) {
                return Optional.of(reason(
                        "the records of " + worst.get().client(), worst.get().guarantee(), records.getAsDouble()));
            }
        }
        if (clients.isPresent()) {
            Optional<Guarantee> released = costs.released(history);
            if (released.isPresent() && !(released.get().epsilon() <= clients.getAsDouble())) {
                return Optional.of(reason("each client", released.get(), clients.getAsDouble()));
            }
        }
        return Optional.empty();
    }

    private static String reason(String whose, Guarantee guarantee, double limit) {
        return "epsilon of %s would be %s at delta %s, and the limit is %s"
                .formatted(whose, guarantee.epsilon(), guarantee.delta(), limit);
    }

    /** How many more rounds of this cost are within the limits, at most 2^30. */
    public long roundsLeft(PrivacyHistory history, RoundCharge round, PrivacyCosts costs) {
        if (records.isEmpty() && clients.isEmpty()) {
            return MAX_ROUNDS;
        }
        return Search.greatest(
                1,
                MAX_ROUNDS,
                rounds -> exceededBy(withRounds(history, round, rounds), costs).isEmpty());
    }

    private static PrivacyHistory withRounds(PrivacyHistory history, RoundCharge round, long rounds) {
        PrivacyHistory longer = history.copy();
        longer.add(round, rounds);
        return longer;
    }
}

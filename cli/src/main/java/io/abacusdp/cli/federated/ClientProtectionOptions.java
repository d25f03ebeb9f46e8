package io.abacusdp.cli.federated;

import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.federated.secagg.Participant;
import io.abacusdp.federated.secagg.Session;
import io.abacusdp.federated.server.ClientNoise;
import io.abacusdp.federated.server.FederationPlan;
import io.abacusdp.federated.server.NoiseCalibration;
import io.abacusdp.federated.server.SecureRoster;
import io.abacusdp.training.step.Clipping;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Protection of clients as a whole, for styles user and hybrid. */
final class ClientProtectionOptions {
    private static final double DEFAULT_EPSILON = 8;

    @Option(
            names = "--client-epsilon",
            paramLabel = "E",
            converter = NumberConverters.Noise.class,
            description = {
                "Styles user and hybrid: epsilon that each client as a whole stays within; as --epsilon for records.",
                "Default: 8, and with --client-noise-multiplier none."
            })
    private @Nullable Double epsilon;

    @Option(
            names = "--client-noise-multiplier",
            paramLabel = "Z",
            converter = NumberConverters.Noise.class,
            description = "Noise over the clipping norm of an update, in place of calibrated noise.")
    private @Nullable Double noiseMultiplier;

    @Option(
            names = "--client-clip",
            paramLabel = "C",
            converter = NumberConverters.Noise.class,
            description = "Clipping norm of an update. Default: as suits the data.")
    private @Nullable Double clip;

    @Option(
            names = "--adaptive-clip",
            paramLabel = "QUANTILE",
            arity = "0..1",
            fallbackValue = "0.5",
            converter = NumberConverters.Share.class,
            description = {
                "Let that norm follow a quantile of the updates' norms; --client-clip is where it starts.",
                "What that reveals is charged. Default: 0.5."
            })
    private @Nullable Double adaptive;

    @Option(
            names = "--clients-per-round",
            paramLabel = "N",
            converter = NumberConverters.Size.class,
            description = {
                "Expected number of clients in a round, each sampled independently. Amplifies the guarantee against those",
                "who see released models only. Default: all."
            })
    private @Nullable Integer perRound;

    @Option(
            names = "--secure-aggregation",
            description = {
                "The server learns only sums with the clients' own noise. All clients take part in every round, and the",
                "full rate is charged."
            })
    private boolean secure;

    @Option(
            names = "--threshold",
            paramLabel = "N",
            converter = NumberConverters.Size.class,
            description = {
                "Fewer clients give no sum. Default: two thirds of them, and more than half, or the least above for which so",
                "many clients have a secure sum."
            })
    private @Nullable Integer threshold;

    @Option(
            names = "--colluders",
            paramLabel = "N",
            description = {
                "How many clients may tell the server all they know. Default: 1, as clients assume that are not told",
                "otherwise (--max-colluders), and of two clients 0."
            })
    private @Nullable Integer colluders;

    boolean isSecure() {
        return secure;
    }

    OptionalDouble limit() {
        if (epsilon != null) {
            return OptionalDouble.of(epsilon);
        }
        return noiseMultiplier == null ? OptionalDouble.of(DEFAULT_EPSILON) : OptionalDouble.empty();
    }

    void refuseAll(String style) {
        if (epsilon != null
                || noiseMultiplier != null
                || clip != null
                || adaptive != null
                || perRound != null
                || threshold != null
                || colluders != null
                || secure) {
            throw new UsageException(
                    "--client-epsilon, --client-noise-multiplier, --client-clip, --adaptive-clip, --clients-per-round,"
                            + " --secure-aggregation, --threshold and --colluders are for styles user and hybrid, got --style "
                            + style);
        }
    }

    SecureRoster roster(List<Participant> participants) {
        int size = participants.size();
        int counted = colluders(size);
        int least = Math.max((size + counted) / 2 + 1, counted + 2);
        return new SecureRoster(
                participants,
                threshold == null
                        ? Session.threshold(size, Math.min(size, Math.max(least, usual(size))), counted)
                        : threshold,
                counted);
    }

    /** How many of so many clients may be on the server's side. */
    int colluders(int clients) {
        return colluders != null ? colluders : clients > 2 ? 1 : 0;
    }

    private static int usual(int size) {
        return (2 * size + 2) / 3;
    }

    /** What a person has to know of a threshold that was not asked for. */
    Optional<String> raised(FederationPlan plan) {
        return plan.secure()
                .filter(roster -> threshold == null
                        && roster.threshold() > usual(plan.members().size()))
                .map(roster ->
                        "secure aggregation of %d clients with %d colluders needs a threshold of %d: fewer give no sum"
                                .formatted(plan.members().size(), roster.colluders(), roster.threshold()));
    }

    ClientNoise noise(
            double usualClip, int members, int rounds, double delta, int parameters, Optional<SecureRoster> roster) {
        if (secure && perRound != null) {
            throw new UsageException("--secure-aggregation and --clients-per-round exclude each other: all take part");
        }
        int expected = perRound == null ? members : perRound;
        NoiseCalibration calibration = new NoiseCalibration(epsilon == null ? DEFAULT_EPSILON : epsilon, delta, rounds);
        double noise = noiseMultiplier != null
                ? noiseMultiplier
                : roster.map(all -> calibration.multiplier(all, parameters, z -> countNoise(z, expected)))
                        .orElseGet(() -> calibration.multiplier((double) expected / members));
        return new ClientNoise(expected, noise, clipping(usualClip, noise, expected));
    }

    private Clipping clipping(double usualClip, double noise, int expected) {
        double norm = clip == null ? usualClip : clip;
        return adaptive == null
                ? new Clipping.Flat(norm)
                : new Clipping.Adaptive(norm, adaptive, 0.2, countNoise(noise, expected));
    }

    /** A twentieth of the clients, as its authors have it; of few clients enough that it takes a quarter of the budget. */
    private double countNoise(double noise, int expected) {
        return adaptive == null ? 0 : Math.max(expected / 20.0, noise);
    }
}

package io.abacusdp.cli.check;

import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.federated.message.LocalTraining;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.federated.report.StatedGuarantee;
import io.abacusdp.training.sampling.PoissonLots;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The settings of a federated run, as its report has them, and what they make an attempt at a round cost. */
final class FederatedSettings {
    private static final String NUMBER = "([0-9.E-]{1,30})";
    private static final Pattern CLIENT = Pattern.compile(
            "(\\d{1,9}) records, weight [^,]{1,30}, LocalTraining\\[steps=(\\d{1,9}), lot=(\\d{1,9}), .{1,200}noiseMultiplier=%s\\]"
                    .formatted(NUMBER));
    private static final Pattern NOISE = Pattern.compile(
            "ClientNoise\\[expectedClients=(\\d{1,9}), noiseMultiplier=%s, .{1,200}\\]".formatted(NUMBER));
    private static final Pattern SECURE = Pattern.compile("threshold (\\d{1,9}), colluders (\\d{1,9})");

    /** A noise that is made for a ratio has it, apart from rounding. */
    private static final double ROUNDING = 1e-9;

    private final StatedGuarantee.Setting setting;
    private final Map<String, DpEvent> records = new TreeMap<>();
    private final int expected;
    private final double noise;

    /** @throws UnreadableException if they are not settings of a federated run */
    FederatedSettings(JsonFields settings) throws UnreadableException {
        try {
            PrivacyStyle style = PrivacyStyle.of(settings.text("style"));
            for (Map.Entry<String, ?> each : settings.node().properties()) {
                if (each.getKey().startsWith("client ") && !each.getKey().equals("client noise")) {
                    records.put(
                            each.getKey().substring("client ".length()), charge(style, settings.text(each.getKey())));
                }
            }
            String clientNoise = settings.text("client noise");
            Matcher matcher = NOISE.matcher(clientNoise);
            if (matcher.matches()) {
                expected = Integer.parseInt(matcher.group(1));
                noise = Double.parseDouble(matcher.group(2));
            } else if (clientNoise.equals("none") && !style.protectsClients()) {
                expected = records.size();
                noise = 0;
            } else {
                throw new UnreadableException("has a setting 'client noise' that is none");
            }
            setting = new StatedGuarantee.Setting(style, colluders(settings), expected < records.size());
        } catch (IllegalArgumentException e) {
            throw new UnreadableException("has settings that are none: " + e.getMessage(), e);
        }
    }

    private static DpEvent charge(PrivacyStyle style, String text) throws UnreadableException {
        Matcher client = CLIENT.matcher(text);
        if (!client.matches()) {
            throw new UnreadableException("has a setting of a client that is none");
        }
        double noise = Double.parseDouble(client.group(4));
        if (!style.protectsRecords()) {
            return new NonPrivate();
        }
        return new LocalTraining(
                        Integer.parseInt(client.group(2)), Integer.parseInt(client.group(3)), 1, 0, 0, 1, noise)
                .charge(Integer.parseInt(client.group(1)));
    }

    private static OptionalInt colluders(JsonFields settings) throws UnreadableException {
        String text = settings.text("secure aggregation");
        Matcher secure = SECURE.matcher(text);
        if (!secure.matches() && !text.equals("none")) {
            throw new UnreadableException("has a setting 'secure aggregation' that is none");
        }
        return secure.matches() ? OptionalInt.of(Integer.parseInt(secure.group(2))) : OptionalInt.empty();
    }

    StatedGuarantee.Setting setting() {
        return setting;
    }

    int clients() {
        return records.size();
    }

    /** How often a charge for records of a client is in a history; −1 if there is something else in it. */
    long recordCharges(String client, PrivacyHistory history) {
        DpEvent one = records.get(client);
        return one == null ? -1 : count(history.records(client), one::equals);
    }

    /** How often a charge for a released model is in an event; −1 if there is something else in it. */
    long releases(DpEvent event) {
        if (setting.colluders().isPresent()) {
            return count(event, this::isSecureSum);
        }
        DpEvent one = new Gaussian(noise);
        DpEvent released = setting.areClientsSampled()
                ? new PoissonLots(records.size(), expected).chargeFrom(0, step -> one)
                : one;
        return count(event, released::equals);
    }

    /** Whether clients of secure aggregation have paid what is released, as all of them are in every sum. */
    boolean isPaidByAll(PrivacyHistory history) {
        return setting.colluders().isEmpty()
                || history.participants().stream()
                        .map(history::participations)
                        .allMatch(event -> history.released().equals(Optional.of(event))
                                || history.released().map(this::releases).orElse(0L) != participations(event));
    }

    /** How often taking part is in an event; −1 if there is something else in it. */
    long participations(DpEvent event) {
        return setting.colluders().isPresent() ? releases(event) : count(event, new Gaussian(noise)::equals);
    }

    private boolean isSecureSum(DpEvent event) {
        return event instanceof Composed sum
                && sum.events().size() == 2
                && sum.events().get(0) instanceof Skellam skellam
                && sum.events().get(1) instanceof ApproximateDp failure
                && failure.epsilon() == 0
                && Math.sqrt(skellam.variance()) >= noise * skellam.l2Sensitivity() * (1 - ROUNDING);
    }

    private static long count(DpEvent event, Predicate<DpEvent> isOne) {
        if (isOne.test(event)) {
            return 1;
        }
        if (event instanceof Repeated repeated) {
            long of = count(repeated.event(), isOne);
            return of < 0 ? -1 : Math.multiplyExact(of, repeated.count());
        }
        if (event instanceof Composed composed) {
            long total = 0;
            for (DpEvent part : composed.events()) {
                long of = count(part, isOne);
                if (of < 0) {
                    return -1;
                }
                total = Math.addExact(total, of);
            }
            return total;
        }
        return -1;
    }
}

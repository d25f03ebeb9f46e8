package io.abacusdp.cli.account;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.calibrate.Calibration;
import io.abacusdp.accounting.calibrate.RiskTarget;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.rdp.Conversion;
import io.abacusdp.accounting.rdp.Orders;
import io.abacusdp.accounting.rdp.RdpAccountant;
import io.abacusdp.accounting.risk.AttackRisk;
import io.abacusdp.accounting.tradeoff.Direction;
import io.abacusdp.accounting.tradeoff.TradeoffCurve;
import io.abacusdp.cli.option.Accountants;
import io.abacusdp.cli.option.NameConverters;
import io.abacusdp.cli.output.Answer;
import io.abacusdp.format.EventJson;
import io.abacusdp.format.EventTemplate;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The queries of a batch. What is wrong with a query is found when it is made; answering it starts from the event. */
final class BatchQueries {
    private static final String EVENT = "event";
    private static final String EPSILON = "epsilon";
    private static final String DELTA = "delta";
    private static final String ORDER = "order";
    private static final String ORDERS = "orders";
    private static final String CONVERSION = "conversion";
    private static final String ACCOUNTANT = "accountant";
    private static final String ADJACENCY = "adjacency";
    private static final String NOISE_MULTIPLIER = "noise_multiplier";
    private static final String RDP = "rdp";
    private static final String FNR = "fnr";
    private static final String FPR = "fpr";
    private static final String DIRECTION = "direction";
    private static final String ADVANTAGE = "advantage";
    private static final String TPR = "tpr";
    private static final String MU = "mu";
    private static final String LEAST_RATE = "least_rate";
    private static final String STEPS = "steps";

    /** As the command risk has it. */
    private static final double DEFAULT_LEAST_RATE = 1e-5;

    private static final Set<String> TARGET = Set.of(
            EVENT, EPSILON, DELTA, ACCOUNTANT, ADJACENCY, ORDERS, CONVERSION, ADVANTAGE, TPR, FPR, MU, LEAST_RATE);

    private BatchQueries() {}

    static Supplier<Answer> of(QueryFields fields) {
        return switch (fields.query()) {
            case EPSILON -> epsilon(fields);
            case DELTA -> delta(fields);
            case RDP -> rdp(fields);
            case NOISE_MULTIPLIER -> noiseMultiplier(fields);
            case FNR -> falseNegativeRate(fields);
            case ADVANTAGE -> advantage(fields);
            case TPR -> truePositiveRates(fields);
            case MU -> mu(fields);
            case STEPS -> steps(fields);
            default ->
                throw new IllegalArgumentException("query "
                        + NameConverters.unknown(
                                        fields.query(),
                                        List.of(EPSILON, DELTA, RDP, NOISE_MULTIPLIER, STEPS, FNR, TPR, ADVANTAGE, MU))
                                .getMessage());
        };
    }

    private static Supplier<Answer> epsilon(QueryFields fields) {
        fields.allow(Set.of(EVENT, DELTA, ACCOUNTANT, ADJACENCY, ORDERS, CONVERSION));
        DpEvent event = event(fields);
        double delta = PrivacyProfile.checkDelta(fields.number(DELTA));
        Accountant accountant = accountant(fields);
        Adjacency adjacency = adjacency(fields);
        return () -> Answer.epsilon(accountant.epsilon(event, adjacency, delta));
    }

    private static Supplier<Answer> delta(QueryFields fields) {
        fields.allow(Set.of(EVENT, EPSILON, ACCOUNTANT, ADJACENCY, ORDERS, CONVERSION));
        DpEvent event = event(fields);
        double epsilon = fields.number(EPSILON);
        Accountant accountant = accountant(fields);
        Adjacency adjacency = adjacency(fields);
        return () -> Answer.delta(accountant.profile(event, adjacency).hockeyStick(epsilon));
    }

    private static Supplier<Answer> rdp(QueryFields fields) {
        fields.allow(Set.of(EVENT, ORDER, ACCOUNTANT, ADJACENCY));
        DpEvent event = event(fields);
        double order = fields.numberOrInfinity(ORDER);
        if (!(order >= 1)) {
            throw new IllegalArgumentException("a Rényi order must be at least 1, got " + order);
        }
        String name = name(fields, Accountants.RDP);
        if (!name.equals(Accountants.RDP)) {
            throw new IllegalArgumentException("query rdp is for the accountant rdp, got " + name);
        }
        Adjacency adjacency = adjacency(fields);
        RdpAccountant accountant = new RdpAccountant();
        return () -> Answer.rdp(order, accountant.divergence(event, adjacency, order), adjacency, accountant.name());
    }

    private static Supplier<Answer> noiseMultiplier(QueryFields fields) {
        fields.allow(TARGET);
        EventTemplate template = EventTemplate.read(fields.value(EVENT), "$." + EVENT);
        Calibration calibration = calibration(fields);
        return () -> Answer.noise(calibration.noiseMultiplier(template::with));
    }

    private static Supplier<Answer> steps(QueryFields fields) {
        fields.allow(TARGET);
        DpEvent step = event(fields);
        Calibration calibration = calibration(fields);
        return () -> Answer.steps(calibration.steps(count -> new Repeated(count, step)));
    }

    /** A target of (epsilon, delta), or one of a risk, which no accountant is named for. */
    private static Calibration calibration(QueryFields fields) {
        List<String> risks = Stream.of(ADVANTAGE, TPR, MU).filter(fields::has).toList();
        if (risks.isEmpty()) {
            return new Calibration(accountant(fields), adjacency(fields), fields.number(EPSILON), fields.number(DELTA));
        }
        List<String> others = Stream.of(EPSILON, DELTA, ACCOUNTANT, ORDERS, CONVERSION)
                .filter(fields::has)
                .toList();
        if (risks.size() > 1 || !others.isEmpty()) {
            throw new IllegalArgumentException("a target is epsilon and delta, advantage, tpr with fpr, or mu; got "
                    + String.join(", ", risks) + (others.isEmpty() ? "" : " and " + String.join(", ", others)));
        }
        Adjacency adjacency = adjacency(fields);
        return new Calibration(
                switch (risks.get(0)) {
                    case ADVANTAGE -> RiskTarget.advantage(adjacency, fields.number(ADVANTAGE));
                    case TPR -> RiskTarget.truePositiveRate(adjacency, fields.number(TPR), fields.number(FPR));
                    default -> RiskTarget.mu(adjacency, fields.number(MU), leastRate(fields));
                });
    }

    private static double leastRate(QueryFields fields) {
        return fields.has(LEAST_RATE) ? fields.number(LEAST_RATE) : DEFAULT_LEAST_RATE;
    }

    private static Supplier<Answer> truePositiveRates(QueryFields fields) {
        fields.allow(Set.of(EVENT, FPR, DIRECTION, ADJACENCY));
        DpEvent event = event(fields);
        double[] rates = fields.numbers(FPR);
        if (rates.length == 0) {
            throw new IllegalArgumentException("fpr must hold at least one rate, got none");
        }
        Direction direction = fields.choice(DIRECTION, Direction.SYMMETRIC, NameConverters::direction);
        Adjacency adjacency = adjacency(fields);
        return () -> {
            TradeoffCurve curve = TradeoffCurve.of(event, adjacency);
            return Answer.truePositiveRates(
                    new AttackRisk(curve).truePositiveRates(rates, direction),
                    adjacency,
                    curve.point(rates[0], direction).method());
        };
    }

    private static Supplier<Answer> mu(QueryFields fields) {
        fields.allow(Set.of(EVENT, ADJACENCY, LEAST_RATE));
        DpEvent event = event(fields);
        double leastRate = leastRate(fields);
        Adjacency adjacency = adjacency(fields);
        return () -> {
            TradeoffCurve curve = TradeoffCurve.of(event, adjacency);
            return Answer.mu(
                    new AttackRisk(curve).mu(leastRate),
                    adjacency,
                    curve.point(0.5, Direction.REMOVE).method());
        };
    }

    private static Supplier<Answer> falseNegativeRate(QueryFields fields) {
        fields.allow(Set.of(EVENT, FPR, DIRECTION, ADJACENCY));
        DpEvent event = event(fields);
        double rate = fields.number(FPR);
        Direction direction = fields.choice(DIRECTION, Direction.SYMMETRIC, NameConverters::direction);
        Adjacency adjacency = adjacency(fields);
        return () -> Answer.falseNegativeRate(TradeoffCurve.of(event, adjacency).point(rate, direction), adjacency);
    }

    private static Supplier<Answer> advantage(QueryFields fields) {
        fields.allow(Set.of(EVENT, ADJACENCY));
        DpEvent event = event(fields);
        Adjacency adjacency = adjacency(fields);
        return () -> {
            TradeoffCurve curve = TradeoffCurve.of(event, adjacency);
            double advantage = new AttackRisk(curve).advantage();
            // The method of the curve's middle, which is where the advantage is found.
            return Answer.advantage(
                    advantage,
                    adjacency,
                    curve.point((1 - advantage) / 2, Direction.REMOVE).method());
        };
    }

    private static DpEvent event(QueryFields fields) {
        return EventJson.read(fields.value(EVENT), "$." + EVENT);
    }

    private static Adjacency adjacency(QueryFields fields) {
        return fields.choice(ADJACENCY, Adjacency.ADD_OR_REMOVE_ONE, NameConverters::adjacency);
    }

    private static String name(QueryFields fields, String absent) {
        return fields.choice(ACCOUNTANT, absent, Accountants::checkName);
    }

    private static Accountant accountant(QueryFields fields) {
        String name = name(fields, Accountants.absent(fields.has(ORDERS) || fields.has(CONVERSION)));
        if (!name.equals(Accountants.RDP) && (fields.has(ORDERS) || fields.has(CONVERSION))) {
            throw new IllegalArgumentException("orders and conversion are for the accountant rdp, got " + name);
        }
        return Accountants.named(
                name,
                fields.has(ORDERS) ? Orders.of(fields.numbers(ORDERS)) : Orders.continuous(),
                fields.choice(CONVERSION, Conversion.OPTIMAL, NameConverters::conversion));
    }
}

package io.abacusdp.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.Repeated;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * The laws that every accountant keeps, on random events. Each accountant's test inherits them.
 *
 * <p>Where an accountant states an interval, it is the interval that must not contradict the law: what is to be less has its
 * lower end compared with the upper end of what is to be more. That needs no tolerance, as both ends are certified.
 */
public abstract class AccountantContract {
    private static final double[] DELTAS = {1e-3, 1e-5, 1e-9, 1e-20};

    /** The accountant under test. */
    protected abstract Accountant accountant();

    /** The same, for the test that no accountant is without a contract. */
    public final Accountant accountantUnderTest() {
        return accountant();
    }

    /** The types of events that it deals with, apart from combinations that it refuses. */
    protected abstract Set<Class<? extends DpEvent>> types();

    /** An adjacency under which it accepts most of them. */
    protected abstract Adjacency adjacency();

    /** How far the epsilon of a noisier event may be above, relative: the tolerance of a search, not of a bound. */
    protected double monotonicityTolerance() {
        return 0;
    }

    /** How far delta at the epsilon of a delta may be above that, relative, if the two are found in different ways. */
    protected double deltaTolerance() {
        return 0;
    }

    /** The share of queries that is answered at least, if a query can be refused whose profile was not. */
    protected double answeredShare() {
        return 1;
    }

    /** Random events in each law: the more the less one of them takes. */
    protected int events() {
        return Integer.getInteger("contract.events", 200);
    }

    @Test
    void epsilon_ofPartsInAnyOrderAndNesting_isTheSame() {
        RandomEvents events = new RandomEvents(1);
        Random random = new Random(1);
        for (int i = 0; i < events() / 4; i++) {
            List<DpEvent> parts = acceptedTogether(events);
            List<DpEvent> shuffled = new ArrayList<>(parts);
            Collections.shuffle(shuffled, random);
            DpEvent nested = new Composed(
                    List.of(new Composed(shuffled.subList(0, 3)), new NoOp(), new Repeated(1, shuffled.get(3))));
            double delta = DELTAS[i % DELTAS.length];
            assertThat(epsilon(nested, delta)).isEqualTo(epsilon(new Composed(parts), delta));
        }
    }

    @Test
    void epsilon_ofRepetition_isThatOfNFoldComposition() {
        RandomEvents events = new RandomEvents(2);
        Random random = new Random(2);
        for (int i = 0; i < events(); i++) {
            DpEvent event = accepted(events);
            int count = 1 + random.nextInt(5);
            double delta = DELTAS[i % DELTAS.length];
            assertThat(epsilon(new Composed(Collections.nCopies(count, event)), delta))
                    .isEqualTo(epsilon(new Repeated(count, event), delta));
        }
    }

    @Test
    void epsilon_ofMoreRepetition_isNotLess() {
        RandomEvents events = new RandomEvents(3);
        int answered = 0;
        for (int i = 0; i < events(); i++) {
            DpEvent event = accepted(events);
            answered += assertNotMore(event, new Repeated(7, event), DELTAS[i % DELTAS.length]);
        }
        assertThat(answered).isGreaterThanOrEqualTo((int) (events() * answeredShare()));
    }

    @Test
    void epsilon_ofMoreNoise_isNotMore() {
        RandomEvents events = new RandomEvents(4);
        int answered = 0;
        for (int i = 0; i < events(); i++) {
            DpEvent event = accepted(events);
            answered += assertNotMore(MoreNoise.in(event, 1.25), event, DELTAS[i % DELTAS.length]);
        }
        assertThat(answered).isGreaterThanOrEqualTo((int) (events() * answeredShare()));
    }

    @Test
    void delta_atTheEpsilonOfADelta_isNotMoreThanThatDelta() {
        RandomEvents events = new RandomEvents(5);
        for (int i = 0; i < events(); i++) {
            DpEvent event = accepted(events);
            double delta = DELTAS[i % DELTAS.length];
            PrivacyProfile profile = accountant().profile(event, adjacency());
            double epsilon =
                    answer(() -> profile.epsilon(delta)).map(Guarantee::epsilon).orElse(Double.POSITIVE_INFINITY);
            if (epsilon < Double.POSITIVE_INFINITY) {
                answer(() -> profile.delta(epsilon)).ifPresent(back -> {
                    assertThat(back.lower().orElse(0))
                            .as("%s at epsilon %s", event, epsilon)
                            .isLessThanOrEqualTo(delta);
                    assertThat(back.delta())
                            .as("%s at epsilon %s", event, epsilon)
                            .isLessThanOrEqualTo(delta * (1 + deltaTolerance()));
                });
            }
        }
    }

    @Test
    void lower_whereThereIsOne_isNotAboveTheUpper() {
        RandomEvents events = new RandomEvents(7);
        for (int i = 0; i < events(); i++) {
            DpEvent event = accepted(events);
            PrivacyProfile profile = accountant().profile(event, adjacency());
            double delta = DELTAS[i % DELTAS.length];
            double epsilon = i % 8;
            answer(() -> profile.epsilon(delta))
                    .ifPresent(guarantee -> assertThat(guarantee.lower().orElse(0))
                            .as("%s at delta %s", event, delta)
                            .isBetween(0.0, guarantee.epsilon()));
            answer(() -> profile.delta(epsilon))
                    .ifPresent(guarantee -> assertThat(guarantee.lower().orElse(0))
                            .as("%s at epsilon %s", event, epsilon)
                            .isBetween(0.0, guarantee.delta()));
        }
    }

    @Test
    void supports_saysWhetherThereIsAProfile() {
        RandomEvents events = new RandomEvents(8);
        for (int i = 0; i < events(); i++) {
            DpEvent event = i % 2 == 0 ? events.next() : events.next(types());
            for (Adjacency adjacency : Adjacency.values()) {
                Optional<UnsupportedEventException> refusal = accountant().refusal(event, adjacency);
                assertThat(accountant().supports(event, adjacency)).isEqualTo(refusal.isEmpty());
                if (refusal.isEmpty()) {
                    assertThat(accountant().profile(event, adjacency)).isNotNull();
                } else {
                    assertThat(refusal.get())
                            .hasMessageStartingWith("the " + accountant().name() + " accountant");
                    assertThatThrownBy(() -> accountant().profile(event, adjacency))
                            .isInstanceOf(UnsupportedEventException.class)
                            .hasMessage(refusal.get().getMessage());
                }
            }
        }
    }

    @Test
    void profile_ofNothing_isZero() {
        for (DpEvent nothing : List.of(new NoOp(), new Composed(List.of()), new Repeated(0, new NonPrivate()))) {
            PrivacyProfile profile = accountant().profile(nothing, adjacency());
            assertThat(profile.epsilon(1e-5).epsilon()).isZero();
            assertThat(profile.epsilon(0).epsilon()).isZero();
            assertThat(profile.delta(0).delta()).isZero();
        }
    }

    @Test
    void profile_ofNonPrivate_isInfinite() {
        RandomEvents events = new RandomEvents(6);
        for (int i = 0; i < Math.min(50, events()); i++) {
            DpEvent event = new Composed(List.of(accepted(events), new NonPrivate()));
            answer(() -> accountant().epsilon(event, adjacency(), 1e-5))
                    .ifPresent(guarantee -> assertThat(guarantee.epsilon()).isInfinite());
            answer(() -> accountant().delta(event, adjacency(), 3))
                    .ifPresent(guarantee -> assertThat(guarantee.delta()).isEqualTo(1));
        }
    }

    @Test
    void profile_ofBadArguments_isRefused() {
        PrivacyProfile profile = accountant().profile(new NoOp(), adjacency());
        for (double bad : new double[] {Double.NaN, -1e-9, 1, 2, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> profile.epsilon(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("delta must be in [0, 1)");
        }
        for (double bad : new double[] {Double.NaN, -1, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> profile.delta(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("epsilon must be finite and at least 0");
        }
        for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> profile.hockeyStick(bad)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** All outcomes together have probability 1 under both laws, so that no bound is below 1 − e^ε; intervals of a falling δ are in order. */
    @Test
    void hockeyStick_atNegativeEpsilon_isAtLeastWhatAllOutcomesSayAndFalls() {
        RandomEvents events = new RandomEvents(11);
        for (int i = 0; i < 10; i++) {
            DpEvent event = accepted(events);
            double before = 1;
            for (double epsilon : new double[] {-700, -3, -1, -1e-3, -1e-300, 0}) {
                Optional<Guarantee> answer =
                        answer(() -> accountant().profile(event, adjacency()).hockeyStick(epsilon));
                if (answer.isPresent()) {
                    String what = "%s at %s".formatted(event, epsilon);
                    double delta = answer.get().delta();
                    double lower = answer.get().lower().orElse(0);
                    assertThat(answer.get().epsilon()).isEqualTo(epsilon);
                    assertThat(delta).as(what).isBetween(-Math.expm1(epsilon), 1.0);
                    assertThat(lower).as(what).isLessThanOrEqualTo(Math.min(delta, before));
                    before = Math.min(before, delta);
                }
            }
        }
    }

    private OptionalDouble epsilon(DpEvent event, double delta) {
        Optional<Guarantee> answer = answer(() -> accountant().epsilon(event, adjacency(), delta));
        return answer.isPresent() ? OptionalDouble.of(answer.get().epsilon()) : OptionalDouble.empty();
    }

    /** Asserts that one event has no more epsilon than another; 1 if both have one, 0 if one is refused. */
    private int assertNotMore(DpEvent less, DpEvent more, double delta) {
        if (!accountant().supports(less, adjacency()) || !accountant().supports(more, adjacency())) {
            return 0;
        }
        Optional<Guarantee> low = answer(() -> accountant().epsilon(less, adjacency(), delta));
        Optional<Guarantee> high = answer(() -> accountant().epsilon(more, adjacency(), delta));
        if (low.isEmpty() || high.isEmpty()) {
            return 0;
        }
        assertThat(low.get().lower().orElse(low.get().epsilon()))
                .as("%s against %s at %s", less, more, delta)
                .isLessThanOrEqualTo(high.get().epsilon() * (1 + monotonicityTolerance()));
        return 1;
    }

    /** The answer to a query, which only some accountants may refuse. */
    private Optional<Guarantee> answer(Supplier<Guarantee> query) {
        try {
            return Optional.of(query.get());
        } catch (UnsupportedEventException refused) {
            assertThat(answeredShare()).as(refused.getMessage()).isLessThan(1);
            return Optional.empty();
        }
    }

    /** Four events that it accepts also as one: with several ways to account, each may have had a way of its own. */
    private List<DpEvent> acceptedTogether(RandomEvents events) {
        for (int tries = 0; tries < 1000; tries++) {
            List<DpEvent> parts = List.of(accepted(events), accepted(events), accepted(events), accepted(events));
            if (accountant().supports(new Composed(parts), adjacency())) {
                return parts;
            }
        }
        throw new AssertionError("the accountant refuses nearly every composition of what it accepts");
    }

    /** The next random event that the accountant accepts. */
    private DpEvent accepted(RandomEvents events) {
        for (int tries = 0; tries < 1000; tries++) {
            DpEvent event = events.next(types());
            if (accountant().supports(event, adjacency())) {
                return event;
            }
        }
        throw new AssertionError("the accountant refuses nearly everything that it says it deals with");
    }
}

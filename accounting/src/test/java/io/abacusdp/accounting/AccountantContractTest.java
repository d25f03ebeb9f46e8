package io.abacusdp.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.RandomEvents;
import io.abacusdp.accounting.event.Repeated;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The laws that every accountant keeps, on random events. Each accountant's test inherits them. */
public abstract class AccountantContractTest {
    private static final int EVENTS = 1000;
    private static final double[] DELTAS = {1e-3, 1e-5, 1e-9, 1e-20};

    /** The accountant under test. */
    protected abstract Accountant accountant();

    /** The types of events that it deals with, apart from combinations that it refuses. */
    protected abstract Set<Class<? extends DpEvent>> types();

    /** An adjacency under which it accepts most of them. */
    protected abstract Adjacency adjacency();

    /** How far the epsilon of a noisier event may be above, relative: the tolerance of a search, not of a bound. */
    protected double monotonicityTolerance() {
        return 0;
    }

    @Test
    void epsilon_ofPartsInAnyOrderAndNesting_isTheSame() {
        RandomEvents events = new RandomEvents(1);
        Random random = new Random(1);
        for (int i = 0; i < EVENTS / 4; i++) {
            List<DpEvent> parts = List.of(accepted(events), accepted(events), accepted(events), accepted(events));
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
        for (int i = 0; i < EVENTS; i++) {
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
        for (int i = 0; i < EVENTS; i++) {
            DpEvent event = accepted(events);
            double delta = DELTAS[i % DELTAS.length];
            double once = epsilon(event, delta);
            assertThat(epsilon(new Repeated(7, event), delta) * (1 + monotonicityTolerance()))
                    .as("%s at %s", event, delta)
                    .isGreaterThanOrEqualTo(once);
        }
    }

    @Test
    void epsilon_ofMoreNoise_isNotMore() {
        RandomEvents events = new RandomEvents(4);
        for (int i = 0; i < EVENTS; i++) {
            DpEvent event = accepted(events);
            double delta = DELTAS[i % DELTAS.length];
            double noisier = epsilon(MoreNoise.in(event, 1.25), delta);
            assertThat(noisier)
                    .as("%s at %s", event, delta)
                    .isLessThanOrEqualTo(epsilon(event, delta) * (1 + monotonicityTolerance()));
        }
    }

    @Test
    void delta_atTheEpsilonOfADelta_isNotMoreThanThatDelta() {
        RandomEvents events = new RandomEvents(5);
        for (int i = 0; i < EVENTS; i++) {
            DpEvent event = accepted(events);
            double delta = DELTAS[i % DELTAS.length];
            PrivacyProfile profile = accountant().profile(event, adjacency());
            double epsilon = profile.epsilon(delta).epsilon();
            if (epsilon < Double.POSITIVE_INFINITY) {
                assertThat(profile.delta(epsilon).delta())
                        .as("%s at epsilon %s", event, epsilon)
                        .isLessThanOrEqualTo(delta);
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
        for (int i = 0; i < 50; i++) {
            DpEvent event = new Composed(List.of(accepted(events), new NonPrivate()));
            assertThat(epsilon(event, 1e-5)).isInfinite();
            assertThat(accountant().delta(event, adjacency(), 3).delta()).isEqualTo(1);
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
    }

    private double epsilon(DpEvent event, double delta) {
        return accountant().epsilon(event, adjacency(), delta).epsilon();
    }

    /** The next random event that the accountant accepts. */
    private DpEvent accepted(RandomEvents events) {
        for (int tries = 0; tries < 1000; tries++) {
            DpEvent event = events.next(types());
            try {
                accountant().profile(event, adjacency());
                return event;
            } catch (UnsupportedEventException refused) {
                assertThat(refused).hasMessageContaining(accountant().name());
            }
        }
        throw new AssertionError("the accountant refuses nearly everything that it says it deals with");
    }
}

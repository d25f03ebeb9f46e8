package io.abacusdp.accounting.auto;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.classic.ClassicAccountant;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.exact.ExactAccountant;
import io.abacusdp.accounting.pld.PldAccountant;
import io.abacusdp.accounting.rdp.RdpAccountant;
import io.abacusdp.testkit.RandomEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Three ways to the same epsilon, of which each rests on other mathematics. */
@Tag("slow")
class ConsistencyTest {
    private static final int COMPOSITIONS = Integer.getInteger("consistency.compositions", 300);
    private static final int EVENTS = COMPOSITIONS * 3 / 4;
    private static final Adjacency ADD = Adjacency.ADD_OR_REMOVE_ONE;

    @Test
    void epsilon_ofRandomCompositions_isConsistentAcrossAccountants() {
        SplittableRandom random = new SplittableRandom(20);
        PldAccountant pld = PldAccountant.withTolerance(1e-2);
        int compared = 0;
        for (int i = 0; i < COMPOSITIONS; i++) {
            DpEvent event = composition(random);
            double delta = Math.exp(random.nextDouble(-30, -4));
            Guarantee interval = pld.epsilon(event, ADD, delta);
            String what = "%s at %s".formatted(event, delta);
            double renyi = new RdpAccountant().epsilon(event, ADD, delta).epsilon();
            assertThat(renyi).as(what).isGreaterThanOrEqualTo(interval.lower().getAsDouble());
            try {
                Guarantee exact = new ExactAccountant().epsilon(event, ADD, delta);
                assertThat(exact.lower().getAsDouble()).as(what).isLessThanOrEqualTo(interval.epsilon());
                assertThat(exact.epsilon())
                        .as(what)
                        .isGreaterThanOrEqualTo(interval.lower().getAsDouble());
                assertThat(renyi).as(what).isGreaterThanOrEqualTo(exact.lower().getAsDouble());
                compared++;
            } catch (UnsupportedEventException handedOver) {
                assertThat(handedOver).hasMessageContaining("pld");
            }
        }
        // Most have a contour integral that converges; the rest is what the PLD is for.
        assertThat(compared).isGreaterThan(COMPOSITIONS * 3 / 4);
    }

    @Test
    void epsilon_ofRandomEvents_isNowhereBelowWhatThePldProves() {
        // Every accountant's epsilon is an upper bound, and the PLD's lower end is a proof of loss.
        List<Accountant> accountants = List.of(
                new RdpAccountant(),
                ClassicAccountant.basic(),
                ClassicAccountant.strong(),
                ClassicAccountant.optimal(),
                AutoAccountant.best());
        PldAccountant pld = PldAccountant.withTolerance(1e-2);
        RandomEvents events = new RandomEvents(77);
        List<Adjacency> adjacencies = List.of(Adjacency.values());
        int[] compared = new int[accountants.size()];
        for (int i = 0; i < EVENTS; i++) {
            DpEvent event = events.next();
            Adjacency adjacency = adjacencies.get(i % 3);
            double delta = i % 2 == 0 ? 1e-3 : 1e-7;
            double lower;
            try {
                lower = pld.epsilon(event, adjacency, delta).lower().getAsDouble();
            } catch (UnsupportedEventException refused) {
                continue;
            }
            for (int k = 0; k < compared.length; k++) {
                try {
                    double epsilon =
                            accountants.get(k).epsilon(event, adjacency, delta).epsilon();
                    assertThat(epsilon)
                            .as("%s of %s at %s under %s", accountants.get(k).name(), event, delta, adjacency)
                            .isGreaterThanOrEqualTo(lower);
                    compared[k]++;
                } catch (UnsupportedEventException refused) {
                    assertThat(refused).hasMessageContaining("cannot account");
                }
            }
        }
        for (int count : compared) {
            assertThat(count).isGreaterThan(EVENTS / 30);
        }
    }

    private static DpEvent composition(SplittableRandom random) {
        List<DpEvent> phases = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            double sigma = Math.exp(random.nextDouble(-0.7, 2.5));
            double q = random.nextInt(5) == 0 ? 1 : Math.exp(random.nextDouble(-7, -0.5));
            double most = Math.min(100_000, 300 * sigma * sigma / (q * q));
            long steps = (long) Math.exp(random.nextDouble(0, Math.log(Math.max(2, most))));
            phases.add(DpEvent.sampledGaussian(q, sigma, steps));
        }
        return new Composed(phases);
    }
}

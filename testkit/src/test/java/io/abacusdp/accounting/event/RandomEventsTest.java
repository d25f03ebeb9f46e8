package io.abacusdp.accounting.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.testkit.RandomEvents;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomEventsTest {
    @Test
    void allTypes_cover_everyPermittedType() {
        assertThat(RandomEvents.allTypes()).containsExactlyInAnyOrder(permitted());
    }

    @Test
    void next_sameSeed_sameEvents() {
        RandomEvents one = new RandomEvents(7);
        RandomEvents other = new RandomEvents(7);
        for (int i = 0; i < 100; i++) {
            assertThat(one.next()).isEqualTo(other.next());
        }
    }

    @Test
    void next_thousandEvents_everyTypeAtTheTopAndInside() {
        RandomEvents events = new RandomEvents(1);
        Set<Class<?>> top = new HashSet<>();
        Set<Class<?>> inside = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            DpEvent event = events.next();
            top.add(event.getClass());
            children(event).forEach(child -> inside.add(child.getClass()));
        }
        assertThat(top).containsExactlyInAnyOrder(permitted());
        assertThat(inside).containsExactlyInAnyOrder(permitted());
    }

    @Test
    void next_restrictedTypes_noOtherTypeAnywhere() {
        Set<Class<? extends DpEvent>> types =
                Set.of(Gaussian.class, PureDp.class, Composed.class, PoissonSampled.class);
        RandomEvents events = new RandomEvents(2);
        Set<Class<?>> seen = new HashSet<>();
        for (int i = 0; i < 500; i++) {
            Deque<DpEvent> open = new ArrayDeque<>(List.of(events.next(types)));
            while (!open.isEmpty()) {
                DpEvent event = open.pop();
                seen.add(event.getClass());
                open.addAll(children(event));
            }
        }
        assertThat(seen).isEqualTo(types);
    }

    @Test
    void next_noElementaryType_refused() {
        assertThatThrownBy(() -> new RandomEvents(3).next(Set.of(Composed.class)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("types must hold at least one of");
    }

    @Test
    void leaf_anyType_holdsNoOtherEvent() {
        RandomEvents events = new RandomEvents(4);
        for (int i = 0; i < 200; i++) {
            assertThat(children(events.leaf())).isEmpty();
        }
    }

    @Test
    void logUniform_integers_reachBothEnds() {
        RandomEvents events = new RandomEvents(5);
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            seen.add(events.logUniform(1, 5));
        }
        assertThat(seen).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L);
    }

    @SuppressWarnings("unchecked")
    private static Class<? extends DpEvent>[] permitted() {
        return (Class<? extends DpEvent>[]) DpEvent.class.getPermittedSubclasses();
    }

    private static List<DpEvent> children(DpEvent event) {
        return new EventRules<DpEvent, List<DpEvent>>()
                .on(Composed.class, (e, context) -> e.events())
                .on(Repeated.class, (e, context) -> List.of(e.event()))
                .on(Group.class, (e, context) -> List.of(e.event()))
                .on(PoissonSampled.class, (e, context) -> List.of(e.event()))
                .on(SampledInTurn.class, (e, context) -> List.of(e.event()))
                .on(TruncatedPoisson.class, (e, context) -> List.of(e.event()))
                .on(RandomAllocation.class, (e, context) -> List.of(e.event()))
                .on(ShuffledEpoch.class, (e, context) -> List.of(e.event()))
                .on(RepeatAndSelect.class, (e, context) -> List.of(e.event()))
                .on(SampledWithReplacement.class, (e, context) -> List.of(e.event()))
                .on(SampledWithoutReplacement.class, (e, context) -> List.of(e.event()))
                .apply(event, event)
                .orElse(List.of());
    }
}

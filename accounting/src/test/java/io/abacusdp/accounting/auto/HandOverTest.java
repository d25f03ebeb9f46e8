package io.abacusdp.accounting.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.NoOp;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HandOverTest {
    private static UnsupportedEventException refusal(String name) {
        return new UnsupportedEventException(name, new NoOp(), "it is a test");
    }

    @Test
    void ask_whoRefusesBeforeOrAtTheQuery_isPassedOver() {
        HandOver<String> inTurn = HandOver.of(List.of(
                () -> {
                    throw refusal("first");
                },
                () -> "second",
                () -> "third",
                () -> "fourth"));
        HandOver.Said<String> said = inTurn.ask(
                way -> {
                    if (way.equals("second")) {
                        throw refusal("second");
                    }
                    return way;
                },
                "third"::equals);
        assertThat(said.answers()).containsExactly("third");
        assertThat(said.refusals())
                .extracting(Throwable::getMessage)
                .containsExactly(
                        "the first accountant cannot account NoOp[]: it is a test",
                        "the second accountant cannot account NoOp[]: it is a test");
    }

    @Test
    void ask_answersThatAreNotGoodEnough_areKept() {
        HandOver<Integer> inTurn = HandOver.of(List.of(() -> 1, () -> 2, () -> 3));
        assertThat(inTurn.ask(way -> way, answer -> answer == 2).answers()).containsExactly(1, 2);
        assertThat(inTurn.ask(way -> way, answer -> false).answers()).containsExactly(1, 2, 3);
    }

    @Test
    void first_ofWays_preparesEachOnceAndOnlyIfNeeded() {
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger prepared = new AtomicInteger();
        HandOver<Integer> inTurn = HandOver.of(List.of(
                () -> {
                    refused.incrementAndGet();
                    throw refusal("first");
                },
                prepared::incrementAndGet,
                () -> {
                    throw new AssertionError("nobody needs this one");
                }));
        int first = inTurn.first(way -> way);
        int again = inTurn.first(way -> way);
        assertThat(first).isEqualTo(1);
        assertThat(again).isEqualTo(1);
        assertThat(refused).hasValue(1);
    }

    @Test
    void first_whereAllRefuse_isTheLastRefusal() {
        HandOver<Integer> inTurn = HandOver.of(List.of(() -> 1, () -> 2));
        assertThatThrownBy(() -> inTurn.first(way -> {
                    throw refusal("way " + way);
                }))
                .isInstanceOf(UnsupportedEventException.class)
                .hasMessageStartingWith("the way 2 accountant");
    }
}

package io.abacusdp.accounting.auto;

import io.abacusdp.accounting.UnsupportedEventException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Several ways to the same answer, the best first, and the one rule by which one hands over to the next: when it refuses, be
 * it before it starts or at a query, or when its answer is not good enough.
 *
 * <p>A way is prepared when it is first needed, once. Safe for use by many threads if the ways are.
 *
 * @param <W> a way to the answer, such as a profile or a curve
 */
public final class HandOver<W> {
    private final List<Lazy<W>> inTurn;

    private HandOver(List<Lazy<W>> inTurn) {
        this.inTurn = inTurn;
    }

    /** Ways of which each may refuse when it is prepared. */
    public static <W> HandOver<W> of(List<Supplier<W>> inTurn) {
        return new HandOver<>(inTurn.stream().map(Lazy::new).toList());
    }

    /**
     * What those who were asked said.
     *
     * @param answers in the order of asking; only the last is good enough, if any is
     * @param refusals of the others, in the same order
     */
    public record Said<A>(List<A> answers, List<UnsupportedEventException> refusals) {
        public Said {
            answers = List.copyOf(answers);
            refusals = List.copyOf(refusals);
        }
    }

    /** Asks in turn until an answer is good enough. */
    public <A> Said<A> ask(Function<W, A> query, Predicate<A> enough) {
        List<A> answers = new ArrayList<>();
        List<UnsupportedEventException> refusals = new ArrayList<>();
        for (Lazy<W> way : inTurn) {
            try {
                A answer = query.apply(way.get());
                answers.add(answer);
                if (enough.test(answer)) {
                    break;
                }
            } catch (UnsupportedEventException refusal) {
                refusals.add(refusal);
            }
        }
        return new Said<>(answers, refusals);
    }

    /**
     * The answer of the first that has one.
     *
     * @throws UnsupportedEventException of the last, if all refuse
     */
    public <A> A first(Function<W, A> query) {
        Said<A> said = ask(query, answer -> true);
        if (said.answers().isEmpty()) {
            throw said.refusals().get(said.refusals().size() - 1);
        }
        return said.answers().get(0);
    }
}

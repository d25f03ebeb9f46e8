package io.abacusdp.ledger.core;

import io.abacusdp.ledger.api.data.Actor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Facts of one moment, each of which changes the state when it is recorded. */
final class Recorder {
    private final State state;
    private final Fold fold;
    private final Instant at;
    private final List<StampedFact> facts = new ArrayList<>();
    private long seq;

    /**
     * A recorder.
     *
     * @param seq of the last fact in the state
     * @param at the time of all facts
     */
    Recorder(State state, long seq, Instant at) {
        this.state = state;
        this.fold = new Fold(state);
        this.seq = seq;
        this.at = at;
    }

    State state() {
        return state;
    }

    Instant at() {
        return at;
    }

    /** Of the last fact in the state. */
    long seq() {
        return seq;
    }

    /** What was recorded so far, in order. */
    List<StampedFact> facts() {
        return Collections.unmodifiableList(facts);
    }

    void record(Actor by, Fact fact) {
        StampedFact stamped = new StampedFact(seq + 1, at, by.name(), fact);
        fold.add(stamped);
        facts.add(stamped);
        seq++;
    }
}

package io.abacusdp.ledger.core;

import io.abacusdp.ledger.api.data.AccessRow;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.TextRules;
import java.time.Instant;
import java.util.List;

/**
 * Decides requests at one moment. Each method checks everything, and only then records facts, which change the state; one that
 * throws has recorded nothing but what time had brought anyway: lapsed reservations, windows and blocks. Not safe for use by several threads.
 */
public final class Processor {
    private final Recorder recorder;
    private Actor actor = Actor.LEDGER;

    /**
     * A processor.
     *
     * @param seq of the last fact in the state
     * @param at the time of all facts that will be recorded, in whole milliseconds and not before the last fact's
     */
    public Processor(State state, long seq, Instant at) {
        this.recorder = new Recorder(state, seq, at);
    }

    /** From now on on behalf of somebody, within whose reach requests have to stay and by whom facts are recorded. */
    public Processor as(Actor next) {
        actor = next;
        return this;
    }

    /** What was recorded so far, in order. */
    public List<StampedFact> facts() {
        return recorder.facts();
    }

    /** Requests about who may ask. */
    public AccessRequests access() {
        return new AccessRequests(recorder, actor);
    }

    /** Requests about accounts, datasets, blocks and their budgets. */
    public ScopeRequests scopes() {
        return new ScopeRequests(recorder, actor);
    }

    /** Charges and reservations. */
    public ChargeRequests charges() {
        return new ChargeRequests(recorder, actor);
    }

    /** What time brings, for nobody in particular. */
    public DueChanges due() {
        return new DueChanges(recorder);
    }

    /** Begins a ledger, unless another server has just begun it. */
    public void begin(String ledger) {
        if (recorder.seq() == 0) {
            recorder.record(actor, new Fact.LedgerOpened(TextRules.name("ledger", ledger)));
        }
    }

    /** Records that the clock was found right; it changes no budget. */
    public void confirmClock(Instant last, String reason) {
        recorder.record(actor, new Fact.ClockConfirmed(last, TextRules.reason(reason)));
    }

    /**
     * Records that a backup was put back on purpose.
     *
     * @param ledger the log's name from here on
     * @param lost text of the last head that was seen before
     */
    public void restore(String ledger, String lost, String by, String approvedBy, String reason) {
        TextRules.name("by", by);
        TwoPersons.require(by, approvedBy);
        TextRules.reason(reason);
        if (!recorder.state().access().all(AccessRow.Person.class).isEmpty()) {
            access().requirePerson("by", by);
            access().requirePerson("approved_by", approvedBy);
        }
        recorder.record(actor, new Fact.Restored(TextRules.name("ledger", ledger), lost, by, approvedBy, reason));
    }
}

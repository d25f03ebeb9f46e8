package io.abacusdp.ledger.core;

import io.abacusdp.ledger.api.data.AccessRow;
import java.util.Objects;

/** Changes who may ask by a fact, and refuses a fact that cannot follow: the part of {@link Fold} about people and keys. */
final class AccessFold {
    private final State state;

    AccessFold(State state) {
        this.state = state;
    }

    /**
     * Adds one fact, if it is about who may ask.
     *
     * @return whether it is
     */
    boolean add(StampedFact stamped) {
        Fact fact = stamped.fact();
        long seq = stamped.seq();
        AccessRows access = state.access();
        if (fact instanceof Fact.PersonAdded added) {
            require(!access.isPerson(added.person()), seq, "the person is known already");
            state.put(new AccessRow.Person(added.person()));
        } else if (fact instanceof Fact.SubjectMapped mapped) {
            require(access.isPerson(mapped.person()), seq, "there is no such person");
            state.put(new AccessRow.Subject(mapped.subject(), mapped.person(), mapped.account()));
        } else if (fact instanceof Fact.KeyIssued issued) {
            issue(issued, seq);
        } else if (fact instanceof Fact.KeyWithdrawn withdrawn) {
            state.remove(access.get(AccessRow.Key.class, withdrawn.key())
                    .filter(key -> key.name().equals(withdrawn.name()))
                    .orElseThrow(() -> contradiction(seq, "there is no such key")));
        } else if (fact instanceof Fact.Proposed proposed) {
            require(access.get(AccessRow.Proposal.class, proposed.proposal()).isEmpty(), seq, "it is proposed already");
            require(proposed.expires().isAfter(stamped.at()), seq, "a proposal must not expire before it is made");
            state.put(new AccessRow.Proposal(
                    proposed.proposal(), proposed.change(), person(stamped), stamped.at(), proposed.expires(), null));
        } else if (fact instanceof Fact.Approved approved) {
            approve(approved, stamped);
        } else {
            return false;
        }
        return true;
    }

    private void issue(Fact.KeyIssued issued, long seq) {
        AccessRows access = state.access();
        require(
                access.get(AccessRow.Key.class, issued.key()).isEmpty()
                        && access.keyNamed(issued.name()).isEmpty(),
                seq,
                "there is such a key already");
        require(
                access.isPerson(issued.holder()) == issued.isPerson(),
                seq,
                issued.holder() + (issued.isPerson() ? " is no person" : " is a person"));
        state.put(new AccessRow.Key(
                issued.key(),
                issued.name(),
                issued.hash(),
                issued.holder(),
                issued.isPerson(),
                issued.permissions(),
                issued.account()));
    }

    /** Two persons, not one twice. */
    private void approve(Fact.Approved approved, StampedFact stamped) {
        long seq = stamped.seq();
        AccessRow.Proposal proposal = state.access()
                .get(AccessRow.Proposal.class, approved.proposal())
                .orElseThrow(() -> contradiction(seq, "there is no such proposal"));
        String by = person(stamped);
        require(!by.equals(proposal.proposedBy()), seq, "who proposed it cannot approve it");
        require(
                proposal.approvedBy() == null && stamped.at().isBefore(proposal.expires()),
                seq,
                "the proposal is not open");
        state.put(new AccessRow.Proposal(
                proposal.id(), proposal.change(), proposal.proposedBy(), proposal.at(), proposal.expires(), by));
    }

    private String person(StampedFact stamped) {
        String by = Objects.requireNonNullElse(stamped.by(), "");
        require(state.access().isPerson(by), stamped.seq(), "a person has to do this");
        return by;
    }

    private static void require(boolean condition, long seq, String problem) {
        if (!condition) {
            throw contradiction(seq, problem);
        }
    }

    private static IllegalStateException contradiction(long seq, String problem) {
        return new IllegalStateException("fact %d cannot follow: %s".formatted(seq, problem));
    }
}

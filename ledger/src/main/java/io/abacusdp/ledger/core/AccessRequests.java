package io.abacusdp.ledger.core;

import io.abacusdp.ledger.api.data.AccessRow;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.ConflictException;
import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.NotAllowedException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.TextRules;
import io.abacusdp.storage.CanonicalJson;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Decides requests about who may ask, and about changes that wait for a second person. */
public final class AccessRequests {
    private static final Duration LIFE_OF_PROPOSAL = Duration.ofDays(7);

    private final State state;
    private final Instant at;
    private final Actor actor;
    private final Recorder recorder;

    AccessRequests(Recorder recorder, Actor actor) {
        this.state = recorder.state();
        this.at = recorder.at();
        this.actor = actor;
        this.recorder = recorder;
    }

    /** Names somebody who counts as one of two persons. */
    public void addPerson(String person, @Nullable String approvedBy, String reason) {
        TextRules.name("person", person);
        TextRules.reason(reason);
        if (state.access().isPerson(person)) {
            throw new InvalidRequestException("person", "must be new, got " + person);
        }
        if (isHolder(person)) {
            throw new InvalidRequestException("person", "must be new, and there is a service " + person);
        }
        recorder.record(actor, new Fact.PersonAdded(person, approvedBy, reason));
    }

    /** Says that tokens of this subject are a person's, in place of what it was mapped to. */
    public void mapSubject(AccessRow.Subject subject, @Nullable String approvedBy, String reason) {
        TextRules.reason(reason);
        requirePerson("person", subject.person());
        requireAccount(subject.account());
        recorder.record(
                actor, new Fact.SubjectMapped(subject.id(), subject.person(), subject.account(), approvedBy, reason));
    }

    /** Refuses a key that could not be added: one of its name is there, or its holder is not who it says. */
    public static void require(AccessRows access, String name, String holder, boolean isPerson) {
        if (access.keyNamed(name).isPresent()) {
            throw new InvalidRequestException(
                    "name", "must be new, got " + name + ", who has a key; withdraw it first");
        }
        if (isPerson && !access.isPerson(holder)) {
            throw new InvalidRequestException("person", "must be known, got " + holder + "; add the person first");
        }
        if (!isPerson && access.isPerson(holder)) {
            throw new InvalidRequestException("holder", "must be a service, and %s is a person".formatted(holder));
        }
    }

    /** Admits a key. */
    public void addKey(AccessRow.Key key, @Nullable String approvedBy) {
        require(state.access(), key.name(), key.holder(), key.isPerson());
        if (state.access().get(AccessRow.Key.class, key.id()).isPresent()) {
            throw new InvalidRequestException("id", "must be new, and there is a key with it");
        }
        requireAccount(key.account());
        recorder.record(
                actor,
                new Fact.KeyIssued(
                        key.id(),
                        key.name(),
                        key.hash(),
                        key.holder(),
                        key.isPerson(),
                        key.permissions(),
                        key.account(),
                        approvedBy));
    }

    /** Withdraws the key of that name; false, and nothing is changed, if there is none. */
    public boolean withdrawKey(String name) {
        return state.access()
                .keyNamed(name)
                .map(key -> {
                    recorder.record(actor, new Fact.KeyWithdrawn(key.id(), name));
                    return true;
                })
                .orElse(false);
    }

    /**
     * Asks for a change that another person has to approve.
     *
     * @param id of the proposal
     * @param change its text
     */
    public AccessRow.Proposal propose(String id, String change) {
        requirePerson("proposed_by", actor.name());
        state.keepText(change);
        recorder.record(actor, new Fact.Proposed(id, CanonicalJson.sha256(change), at.plus(LIFE_OF_PROPOSAL)));
        return proposal(id);
    }

    /** Refuses to approve what this actor may not approve; returns what waits for it. */
    public static AccessRow.Proposal requireOpen(AccessRow.Proposal proposal, Actor actor, Instant at) {
        if (proposal.proposedBy().equals(actor.name())) {
            throw new NotAllowedException("who proposed a change cannot approve it");
        }
        if (proposal.approvedBy() != null || !at.isBefore(proposal.expires())) {
            throw new ConflictException("the proposal is " + (proposal.approvedBy() == null ? "expired" : "approved"));
        }
        return proposal;
    }

    /** Notes that this actor approved a proposal. */
    public AccessRow.Proposal approve(String id) {
        requirePerson("approved_by", actor.name());
        AccessRow.Proposal proposal = proposal(id);
        if (actor.name().equals(proposal.approvedBy())) {
            return proposal;
        }
        requireOpen(proposal, actor, at);
        recorder.record(actor, new Fact.Approved(id));
        return proposal(id);
    }

    private AccessRow.Proposal proposal(String id) {
        return state.access()
                .get(AccessRow.Proposal.class, id)
                .orElseThrow(() -> new NotFoundException("proposal of this id"));
    }

    private boolean isHolder(String name) {
        return state.access().all(AccessRow.Key.class).stream()
                .anyMatch(key -> key.holder().equals(name));
    }

    /** Refuses a name that is not a person's. */
    void requirePerson(String field, String name) {
        if (!state.access().isPerson(name)) {
            throw new InvalidRequestException(field, "must be known, got " + name + "; add the person first");
        }
    }

    private void requireAccount(@Nullable String account) {
        if (account != null && state.scope(Scope.account(account)).isEmpty()) {
            throw new NotFoundException(Scope.account(account).toString());
        }
    }
}

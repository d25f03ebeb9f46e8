package io.abacusdp.ledger.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.ConflictException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.TextRules;
import io.abacusdp.ledger.security.AccessDeniedException;
import io.abacusdp.ledger.security.ApiKeys;
import io.abacusdp.ledger.security.Identity;
import io.abacusdp.ledger.store.AccessTables;
import io.abacusdp.storage.StrictJson;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Changes that one person proposes and another approves: two people, whatever number of keys each of them holds. The ledger
 * itself refuses a change of a budget that has not two different names.
 */
final class Proposals {
    /** More do not wait at a time, or are seen later. */
    private static final int MAX_OPEN = 10_000;

    private static final Duration LIFE = Duration.ofDays(7);
    private static final String SCOPE = "scope";
    private static final Set<String> FIELDS = Set.of(
            "type",
            SCOPE,
            "limit",
            "window",
            "refresh",
            "unlock",
            "by",
            "every",
            "number",
            "reason",
            "person",
            "issuer",
            "subject",
            "name",
            "permissions",
            "account",
            "id",
            "hash");

    private final Ledger ledger;
    private final ApiKeys keys;
    private final AccessTables tables;
    private final Clock clock;

    Proposals(Ledger ledger, ApiKeys keys, Clock clock) {
        this.ledger = ledger;
        this.keys = keys;
        this.tables = ledger.access();
        this.clock = clock;
    }

    AccessTables.Proposal budget(Scope scope, Budget budget, String reason, Identity by) {
        ObjectNode change = AnswerJson.object().put("type", "budget").put(SCOPE, scope.toString());
        change.setAll(AnswerJson.budget(budget));
        return add(change.put("reason", reason), by);
    }

    AccessTables.Proposal window(Scope scope, long number, String reason, Identity by) {
        return add(
                AnswerJson.object()
                        .put("type", "window")
                        .put(SCOPE, scope.toString())
                        .put("number", number)
                        .put("reason", reason),
                by);
    }

    /** Those that can still be approved and concern what is within reach, the oldest first, after the one of this id. */
    List<AccessTables.Proposal> open(String after, int most, Identity who) {
        List<AccessTables.Proposal> all = tables.openProposals(clock.instant(), MAX_OPEN);
        boolean known = all.stream().anyMatch(proposal -> proposal.id().equals(after));
        return all.stream()
                .dropWhile(proposal -> known && !proposal.id().equals(after))
                .skip(known ? 1 : 0)
                .filter(proposal -> concerns(proposal, who))
                .limit(most)
                .toList();
    }

    /** Makes the change. Again by the same person changes nothing. */
    AccessTables.Proposal approve(String id, Identity who) {
        AccessTables.Proposal proposal = tables.proposal(id)
                .filter(found -> concerns(found, who))
                .orElseThrow(() -> new NotFoundException("proposal of this id"));
        requirePerson(who);
        if (proposal.proposedBy().equals(who.name())) {
            throw new AccessDeniedException(
                    AccessDeniedException.Reason.FORBIDDEN, "who proposed a change cannot approve it");
        }
        if (who.name().equals(proposal.approvedBy())) {
            return proposal;
        }
        if (proposal.approvedBy() != null || !clock.instant().isBefore(proposal.expires())) {
            throw new ConflictException("the proposal is " + (proposal.approvedBy() == null ? "expired" : "approved"));
        }
        apply(StrictJson.parse(proposal.change()), proposal.proposedBy(), who);
        tables.approve(id, who.name());
        return tables.proposal(id).orElse(proposal);
    }

    static ObjectNode toNode(AccessTables.Proposal proposal) {
        ObjectNode node = AnswerJson.object()
                .put("proposal", proposal.id())
                .put("proposed_by", proposal.proposedBy())
                .put("at", proposal.at().toString())
                .put("expires", proposal.expires().toString());
        Optional.ofNullable(proposal.approvedBy()).ifPresent(by -> node.put("approved_by", by));
        JsonNode change = StrictJson.parse(proposal.change());
        node.set("change", change);
        if (change.path("type").asText().equals("budget")) {
            AnswerJson.overTime(new RequestFields(change, "$", FIELDS).budget())
                    .ifPresent(given -> node.set("over_time", given));
        }
        return node;
    }

    private boolean concerns(AccessTables.Proposal proposal, Identity who) {
        JsonNode scope = StrictJson.parse(proposal.change()).path(SCOPE);
        return who.account() == null
                || (scope.isTextual() && ledger.as(who.actor()).reaches(Scope.parse(scope.textValue())));
    }

    /** A change with its type and its reason in it. */
    AccessTables.Proposal add(ObjectNode change, Identity by) {
        requirePerson(by);
        // A reason that the ledger would refuse must not wait a week for it.
        TextRules.reason(change.path("reason").textValue());
        Instant now = clock.instant();
        AccessTables.Proposal proposal = new AccessTables.Proposal(
                UUID.randomUUID().toString(), change.toString(), by.name(), now, now.plus(LIFE), null);
        tables.addProposal(proposal);
        return proposal;
    }

    private static void requirePerson(Identity who) {
        if (who.kind() != Identity.Kind.PERSON) {
            throw new AccessDeniedException(
                    AccessDeniedException.Reason.FORBIDDEN, "a person has to decide this, and the key is a service's");
        }
    }

    private void apply(JsonNode change, String by, Identity approver) {
        RequestFields fields = new RequestFields(change, "$", FIELDS);
        String reason = fields.text("reason");
        String approvedBy = approver.name();
        Actor proposer = new Actor(by, null);
        switch (fields.text("type")) {
            case "window" ->
                ledger.as(approver.actor())
                        .openWindow(fields.scope(SCOPE), fields.count("number"), by, approvedBy, reason);
            case "budget" -> {
                Budget budget = fields.budget();
                ledger.as(approver.actor()).setBudget(fields.scope(SCOPE), budget, by, approvedBy, reason);
            }
            case "blocks" ->
                ledger.as(approver.actor())
                        .declareBlocks(
                                fields.scope(SCOPE).id(),
                                fields.blocksBy(),
                                fields.seconds("every"),
                                fields.budget(),
                                by,
                                approvedBy,
                                reason);
            case "person" -> keys.addPerson(fields.text("person"), proposer, approvedBy, reason);
            case "subject" ->
                keys.mapSubject(
                        fields.text("issuer"),
                        fields.text("subject"),
                        fields.text("person"),
                        fields.has("account") ? fields.text("account") : null,
                        proposer,
                        approvedBy,
                        reason);
            case "key" ->
                keys.register(
                        AccessOperations.grant(fields), fields.text("id"), fields.text("hash"), proposer, approvedBy);
            default -> throw new IllegalStateException("a proposal of a kind that nobody makes");
        }
    }
}

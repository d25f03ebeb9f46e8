package io.abacusdp.ledger.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.AccessRow;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.ConflictException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.TextRules;
import io.abacusdp.ledger.core.AccessRequests;
import io.abacusdp.ledger.core.AccessRows;
import io.abacusdp.ledger.security.AccessDeniedException;
import io.abacusdp.ledger.security.ApiKeys;
import io.abacusdp.ledger.security.Identity;
import io.abacusdp.storage.StrictJson;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Changes that one person proposes and another approves: two people, whatever number of keys each of them holds. The ledger
 * itself refuses a change of a budget that has not two different names.
 */
final class Proposals {
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

    private static final Comparator<AccessRow.Proposal> OLDEST_FIRST =
            Comparator.comparing(AccessRow.Proposal::at).thenComparing(AccessRow.Proposal::id);

    private final Ledger ledger;
    private final ApiKeys keys;
    private final Clock clock;

    Proposals(Ledger ledger, ApiKeys keys, Clock clock) {
        this.ledger = ledger;
        this.keys = keys;
        this.clock = clock;
    }

    ObjectNode budget(Scope scope, Budget budget, String reason, Identity by) {
        ObjectNode change = AnswerJson.object().put("type", "budget").put(SCOPE, scope.toString());
        change.setAll(AnswerJson.budget(budget));
        return add(change.put("reason", reason), by);
    }

    ObjectNode window(Scope scope, long number, String reason, Identity by) {
        return add(
                AnswerJson.object()
                        .put("type", "window")
                        .put(SCOPE, scope.toString())
                        .put("number", number)
                        .put("reason", reason),
                by);
    }

    /**
     * Those that can still be approved and concern what is within reach, the oldest first, after the one of this id, which may be
     * closed by now; from the first if none has it.
     */
    List<ObjectNode> open(String after, int most, Identity who) {
        AccessRows access = ledger.accessDesk().rows();
        Instant now = clock.instant();
        Optional<AccessRow.Proposal> last = access.get(AccessRow.Proposal.class, after);
        return access.all(AccessRow.Proposal.class).stream()
                .filter(proposal -> proposal.approvedBy() == null && now.isBefore(proposal.expires()))
                .filter(proposal -> last.isEmpty() || OLDEST_FIRST.compare(proposal, last.get()) > 0)
                .sorted(OLDEST_FIRST)
                .filter(proposal -> access.text(proposal).isPresent() && concerns(access.text(proposal), who))
                .limit(most)
                .map(proposal -> toNode(proposal, access.text(proposal)))
                .toList();
    }

    /** Makes the change. Again by the same person changes nothing. */
    ObjectNode approve(String id, Identity who) {
        AccessRows access = ledger.accessDesk().rows();
        AccessRow.Proposal proposal = access.get(AccessRow.Proposal.class, id)
                .filter(found -> concerns(access.text(found), who))
                .orElseThrow(() -> new NotFoundException("proposal of this id"));
        requirePerson(who);
        Optional<String> text = access.text(proposal);
        if (who.name().equals(proposal.approvedBy())) {
            return toNode(proposal, text);
        }
        AccessRequests.requireOpen(proposal, who.actor(), clock.instant());
        String change = text.orElseThrow(() ->
                new ConflictException("the text of the proposal did not come with the journal; propose it again"));
        apply(StrictJson.parse(change), proposal.proposedBy(), who);
        return toNode(ledger.as(who.actor()).accessDesk().approve(id), text);
    }

    private static ObjectNode toNode(AccessRow.Proposal proposal, Optional<String> change) {
        ObjectNode node = AnswerJson.object()
                .put("proposal", proposal.id())
                .put("proposed_by", proposal.proposedBy())
                .put("at", proposal.at().toString())
                .put("expires", proposal.expires().toString());
        Optional.ofNullable(proposal.approvedBy()).ifPresent(by -> node.put("approved_by", by));
        change.map(StrictJson::parse).ifPresent(parsed -> {
            node.set("change", parsed);
            if (parsed.path("type").asText().equals("budget")) {
                AnswerJson.overTime(new RequestFields(parsed, "$", FIELDS).budget())
                        .ifPresent(given -> node.set("over_time", given));
            }
        });
        return node;
    }

    private boolean concerns(Optional<String> change, Identity who) {
        if (who.account() == null) {
            return true;
        }
        JsonNode scope = StrictJson.parse(change.orElse("{}")).path(SCOPE);
        return scope.isTextual() && ledger.as(who.actor()).reaches(Scope.parse(scope.textValue()));
    }

    /** A change with its type and its reason in it. */
    ObjectNode add(ObjectNode change, Identity by) {
        requirePerson(by);
        // A reason that the ledger would refuse must not wait a week for it.
        TextRules.reason(change.path("reason").textValue());
        String text = change.toString();
        return toNode(ledger.as(by.actor()).accessDesk().propose(text), Optional.of(text));
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

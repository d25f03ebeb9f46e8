package io.abacusdp.ledger.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.ConflictException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.security.AccessDeniedException;
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
 * Changes of budgets, which one administrator proposes and another approves. The ledger itself refuses a change that has not
 * two different names.
 */
final class Proposals {
    private static final Duration LIFE = Duration.ofDays(7);

    private final Ledger ledger;
    private final AccessTables tables;
    private final Clock clock;

    Proposals(Ledger ledger, Clock clock) {
        this.ledger = ledger;
        this.tables = ledger.access();
        this.clock = clock;
    }

    AccessTables.Proposal budget(Scope scope, Budget budget, String reason, String by) {
        ObjectNode change = AnswerJson.object().put("type", "budget").put("scope", scope.toString());
        change.setAll(AnswerJson.budget(budget));
        return add(change.put("reason", reason), by);
    }

    AccessTables.Proposal window(Scope scope, long number, String reason, String by) {
        ledger.scope(scope);
        return add(
                AnswerJson.object()
                        .put("type", "window")
                        .put("scope", scope.toString())
                        .put("number", number)
                        .put("reason", reason),
                by);
    }

    List<AccessTables.Proposal> open(int most) {
        return tables.openProposals(clock.instant(), most);
    }

    /** Makes the change. Again by the same administrator changes nothing. */
    AccessTables.Proposal approve(String id, String by) {
        AccessTables.Proposal proposal =
                tables.proposal(id).orElseThrow(() -> new NotFoundException("proposal of this id"));
        if (proposal.proposedBy().equals(by)) {
            throw new AccessDeniedException(
                    AccessDeniedException.Reason.FORBIDDEN, "who proposed a change cannot approve it");
        }
        if (by.equals(proposal.approvedBy())) {
            return proposal;
        }
        if (proposal.approvedBy() != null || !clock.instant().isBefore(proposal.expires())) {
            throw new ConflictException("the proposal is " + (proposal.approvedBy() == null ? "expired" : "approved"));
        }
        apply(StrictJson.parse(proposal.change()), proposal.proposedBy(), by);
        tables.approve(id, by);
        return tables.proposal(id).orElse(proposal);
    }

    static ObjectNode toNode(AccessTables.Proposal proposal) {
        ObjectNode node = AnswerJson.object()
                .put("proposal", proposal.id())
                .put("proposed_by", proposal.proposedBy())
                .put("at", proposal.at().toString())
                .put("expires", proposal.expires().toString());
        Optional.ofNullable(proposal.approvedBy()).ifPresent(by -> node.put("approved_by", by));
        node.set("change", StrictJson.parse(proposal.change()));
        return node;
    }

    private AccessTables.Proposal add(ObjectNode change, String by) {
        // A reason that the ledger would refuse must not wait a week for it.
        String reason = change.path("reason").textValue();
        if (reason.isBlank() || reason.length() > 1000 || reason.codePoints().anyMatch(Character::isISOControl)) {
            throw new BadRequestException("$.reason", "must be 1 to 1000 characters, none of them a control character");
        }
        Instant now = clock.instant();
        AccessTables.Proposal proposal = new AccessTables.Proposal(
                UUID.randomUUID().toString(), change.toString(), by, now, now.plus(LIFE), null);
        tables.addProposal(proposal);
        return proposal;
    }

    private void apply(JsonNode change, String by, String approvedBy) {
        RequestFields fields =
                new RequestFields(change, "$", Set.of("type", "scope", "limit", "window", "number", "reason"));
        Scope scope = fields.scope("scope");
        if (fields.has("number")) {
            ledger.openWindow(scope, fields.count("number"), by, approvedBy, fields.text("reason"));
        } else {
            Budget budget = new Budget(fields.limit("limit"), fields.has("window") ? fields.seconds("window") : null);
            ledger.setBudget(scope, budget, by, approvedBy, fields.text("reason"));
        }
    }
}

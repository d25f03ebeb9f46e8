package io.abacusdp.ledger.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.AccessRow;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.security.AccessDeniedException;
import io.abacusdp.ledger.security.ApiKey;
import io.abacusdp.ledger.security.ApiKeys;
import io.abacusdp.ledger.security.Identity;
import io.abacusdp.ledger.security.KeyGrant;
import io.abacusdp.ledger.security.Permission;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask: persons, keys, subjects of an identity provider. Who could name a person alone, or make a key for another, would
 * be two persons; so that takes two.
 */
final class AccessOperations {
    private final Ledger ledger;
    private final ApiKeys keys;
    private final Proposals proposals;

    AccessOperations(Ledger ledger, ApiKeys keys, Proposals proposals) {
        this.ledger = ledger;
        this.keys = keys;
        this.proposals = proposals;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/persons", Permission.ADMIN, this::persons),
                Route.post("/v1/persons", Permission.ADMIN, this::addPerson),
                Route.post("/v1/subjects", Permission.ADMIN, this::mapSubject),
                Route.get("/v1/keys", Permission.ADMIN, this::keys),
                Route.post("/v1/keys", Permission.ADMIN, this::addKey),
                Route.post("/v1/keys/{id}/withdraw", Permission.ADMIN, this::withdraw));
    }

    private void persons(RestCall call) {
        call.allowQuery("after", "limit");
        requireAll(call);
        int limit = call.limit();
        String after = call.afterName();
        List<String> page = ledger.accessDesk().rows().all(AccessRow.Person.class).stream()
                .map(AccessRow.Person::id)
                .filter(name -> name.compareTo(after) > 0)
                .limit(limit)
                .toList();
        ObjectNode answer = AnswerJson.object();
        page.forEach(answer.putArray("persons")::add);
        if (page.size() == limit) {
            answer.put("next", page.get(limit - 1));
        }
        call.answer(200, answer);
    }

    private void addPerson(RestCall call) {
        RequestFields body = call.body("person", "reason");
        requireAll(call);
        ObjectNode change = AnswerJson.object()
                .put("type", "person")
                .put("person", body.text("person"))
                .put("reason", body.text("reason"));
        call.answer(202, proposals.add(change, call.identity()));
    }

    private void mapSubject(RestCall call) {
        RequestFields body = call.body("issuer", "subject", "person", "account", "reason");
        requireAll(call);
        ObjectNode change = AnswerJson.object()
                .put("type", "subject")
                .put("issuer", body.text("issuer"))
                .put("subject", body.text("subject"))
                .put("person", body.text("person"))
                .put("reason", body.text("reason"));
        if (body.has("account")) {
            change.put("account", body.text("account"));
        }
        call.answer(202, proposals.add(change, call.identity()));
    }

    private void keys(RestCall call) {
        call.allowQuery("after", "limit");
        int limit = call.limit();
        String after = call.afterName();
        List<AccessRow.Key> page = ledger.accessDesk().rows().all(AccessRow.Key.class).stream()
                .filter(key -> key.name().compareTo(after) > 0 && isWithin(call, key.account()))
                .sorted(Comparator.comparing(AccessRow.Key::name))
                .limit(limit)
                .toList();
        ObjectNode answer = AnswerJson.object();
        ArrayNode list = answer.putArray("keys");
        page.forEach(key -> list.add(toNode(key)));
        if (page.size() == limit) {
            answer.put("next", page.get(limit - 1).name());
        }
        call.answer(200, answer);
    }

    /** At once for a service and for oneself; for another person by two, and made by that person. */
    private void addKey(RestCall call) {
        RequestFields body = call.body("name", "person", "permissions", "account", "id", "hash", "reason");
        KeyGrant grant = grant(body);
        Identity who = call.identity();
        if (!isWithin(call, grant.account())) {
            throw new AccessDeniedException(
                    AccessDeniedException.Reason.FORBIDDEN, "account must be within the reach of who asks");
        }
        boolean own = grant.kind() == Identity.Kind.PERSON
                && who.kind() == Identity.Kind.PERSON
                && grant.holder().equals(who.name())
                && who.permissions().containsAll(grant.permissions());
        if (grant.kind() == Identity.Kind.PERSON && !own) {
            requireAll(call);
            keys.require(grant);
            call.answer(202, proposals.add(proposed(body), who));
            return;
        }
        ObjectNode answer = AnswerJson.object().put("name", grant.name());
        if (body.has("hash")) {
            keys.register(grant, body.text("id"), body.text("hash"), who.actor(), null);
            answer.put("id", body.text("id"));
        } else {
            ApiKey key = keys.issue(grant, who.actor(), null);
            answer.put("id", key.id()).put("key", key.text());
        }
        call.answer(201, answer);
    }

    private static ObjectNode proposed(RequestFields body) {
        if (!body.has("hash")) {
            throw new BadRequestException(
                    "$.hash", "must be given for a key of another person, who makes it: nobody else may ever have it");
        }
        ObjectNode change = AnswerJson.object()
                .put("type", "key")
                .put("name", body.text("name"))
                .put("person", body.text("person"))
                .put("id", body.text("id"))
                .put("hash", body.text("hash"))
                .put("reason", body.text("reason"));
        body.texts("permissions").forEach(change.putArray("permissions")::add);
        if (body.has("account")) {
            change.put("account", body.text("account"));
        }
        return change;
    }

    private void withdraw(RestCall call) {
        call.body();
        String name = call.part("id");
        if (ledger.accessDesk()
                .rows()
                .keyNamed(name)
                .filter(key -> isWithin(call, key.account()))
                .isEmpty()) {
            throw new NotFoundException("key of this name");
        }
        keys.withdraw(name, call.identity().actor());
        call.answer(200, AnswerJson.object().put("name", name));
    }

    static KeyGrant grant(RequestFields body) {
        Set<Permission> permissions = new HashSet<>();
        for (String permission : body.texts("permissions")) {
            try {
                permissions.add(Permission.of(permission));
            } catch (IllegalArgumentException e) {
                throw new BadRequestException("$.permissions", String.valueOf(e.getMessage()));
            }
        }
        String account = body.has("account") ? body.text("account") : null;
        String name = body.text("name");
        return body.has("person")
                ? KeyGrant.person(name, body.text("person"), permissions, account)
                : KeyGrant.service(name, permissions, account);
    }

    private static ObjectNode toNode(AccessRow.Key key) {
        ObjectNode node = AnswerJson.object()
                .put("name", key.name())
                .put("id", key.id())
                .put("holder", key.holder())
                .put("kind", key.isPerson() ? "person" : "service");
        key.permissions().forEach(node.putArray("permissions")::add);
        Optional.ofNullable(key.account()).ifPresent(account -> node.put("account", account));
        return node;
    }

    private boolean isWithin(RestCall call, @Nullable String account) {
        return call.identity().account() == null
                || (account != null && call.on(ledger).reaches(Scope.account(account)));
    }

    private static void requireAll(RestCall call) {
        if (call.identity().account() != null) {
            throw new AccessDeniedException(
                    AccessDeniedException.Reason.FORBIDDEN, "a key that reaches all accounts is needed");
        }
    }
}

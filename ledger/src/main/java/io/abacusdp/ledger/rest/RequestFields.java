package io.abacusdp.ledger.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.filter.Limit;
import io.abacusdp.format.EventJson;
import io.abacusdp.ledger.api.data.BlockRule;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.Pace;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.json.LimitJson;
import io.abacusdp.storage.StrictJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The fields of a JSON object, each read as what it has to be. Errors name the path. */
final class RequestFields {
    /** Largest event, in characters of compact JSON: a training run of some thousand different steps. */
    static final int MAX_EVENT_LENGTH = 512 * 1024;

    private final JsonNode node;
    private final String path;
    /** Characters of the text that it was read from. */
    private final int most;

    /** Refuses anything but an object with no other than these fields. */
    RequestFields(JsonNode node, String path, Set<String> allowed) {
        this(node, path, allowed, Integer.MAX_VALUE);
    }

    /** The same of a text. */
    static RequestFields parse(String json, Set<String> allowed) {
        return new RequestFields(StrictJson.parse(json), "$", allowed, json.length());
    }

    private RequestFields(JsonNode node, String path, Set<String> allowed, int most) {
        if (!node.isObject()) {
            throw new BadRequestException(path, "must be a JSON object");
        }
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            if (!allowed.contains(names.next())) {
                throw new BadRequestException(
                        path,
                        "must have no fields but " + allowed.stream().sorted().collect(Collectors.joining(", ")));
            }
        }
        this.node = node;
        this.path = path;
        this.most = most;
    }

    boolean has(String name) {
        return node.has(name);
    }

    String text(String name) {
        JsonNode value = value(name);
        if (!value.isTextual()) {
            throw new BadRequestException(at(name), "must be a string");
        }
        return value.textValue();
    }

    List<String> texts(String name) {
        if (!has(name)) {
            return List.of();
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode element : array(name)) {
            if (!element.isTextual()) {
                throw new BadRequestException(at(name) + "[" + texts.size() + "]", "must be a string");
            }
            texts.add(element.textValue());
        }
        return texts;
    }

    boolean truth(String name) {
        JsonNode value = value(name);
        if (!value.isBoolean()) {
            throw new BadRequestException(at(name), "must be true or false");
        }
        return value.booleanValue();
    }

    long count(String name) {
        JsonNode value = value(name);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new BadRequestException(at(name), "must be an integer");
        }
        return value.longValue();
    }

    /** A time in whole seconds. */
    Duration seconds(String name) {
        long seconds = count(name);
        if (!(seconds > 0 && seconds <= Integer.MAX_VALUE)) {
            throw new BadRequestException(
                    at(name), "must be a positive number of seconds, at most " + Integer.MAX_VALUE);
        }
        return Duration.ofSeconds(seconds);
    }

    Scope scope(String name) {
        String text = text(name);
        return located(at(name), () -> Scope.parse(text));
    }

    PrivacyUnit unit(String name) {
        RequestFields unit = new RequestFields(value(name), at(name), Set.of("name", "adjacency"));
        Adjacency adjacency = Arrays.stream(Adjacency.values())
                .filter(one -> one.id().equals(unit.text("adjacency")))
                .findFirst()
                .orElseThrow(() -> new BadRequestException(
                        unit.at("adjacency"), "must be one of add_or_remove_one, replace_one, zero_out"));
        return located(unit.at("name"), () -> new PrivacyUnit(unit.text("name"), adjacency));
    }

    Limit limit(String name) {
        JsonNode value = value(name);
        try {
            return LimitJson.read(value, at(name));
        } catch (IllegalArgumentException e) {
            throw new BadRequestException(at(name), String.valueOf(e.getMessage()));
        }
    }

    /** What a block that comes into being holds. */
    BlockRule.By blocksBy() {
        return switch (text("by")) {
            case "time" -> BlockRule.By.TIME;
            case "cohort" -> BlockRule.By.COHORT;
            default -> throw new BadRequestException(at("by"), "must be time or cohort");
        };
    }

    /** Limit, window and pace of a budget. */
    Budget budget() {
        boolean refresh = has("refresh") && truth("refresh");
        Duration unlock = has("unlock") ? seconds("unlock") : null;
        return new Budget(
                limit("limit"),
                has("window") ? seconds("window") : null,
                refresh || unlock != null ? new Pace(refresh, unlock, null) : null);
    }

    Charge charge() {
        String account =
                located(at("account"), () -> Scope.account(text("account")).id());
        List<Scope> scopes = new ArrayList<>();
        for (String scope : texts("scopes")) {
            scopes.add(located(at("scopes") + "[" + scopes.size() + "]", () -> Scope.parse(scope)));
        }
        return new Charge(account, scopes);
    }

    DpEvent event(String name) {
        JsonNode value = value(name);
        // Written out only if it could be too long.
        int length = most <= MAX_EVENT_LENGTH ? 0 : value.toString().length();
        if (length > MAX_EVENT_LENGTH) {
            throw new BadRequestException(
                    at(name), "must be at most " + MAX_EVENT_LENGTH + " characters of JSON, got " + length);
        }
        return EventJson.read(value, at(name));
    }

    private JsonNode value(String name) {
        JsonNode value = node.get(name);
        if (value == null) {
            throw new BadRequestException(at(name), "is missing");
        }
        return value;
    }

    private JsonNode array(String name) {
        JsonNode value = value(name);
        if (!value.isArray()) {
            throw new BadRequestException(at(name), "must be an array");
        }
        return value;
    }

    private String at(String name) {
        return path + "." + name;
    }

    private static <T> T located(String path, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (InvalidRequestException e) {
            throw new BadRequestException(path, String.valueOf(e.getMessage()));
        }
    }
}

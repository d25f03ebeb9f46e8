package io.abacusdp.ledger.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.ledger.api.data.BlockRule;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.DataRules;
import io.abacusdp.ledger.api.data.ExactSum;
import io.abacusdp.ledger.api.data.Pace;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.ReservationId;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.journal.PriceJson;
import io.abacusdp.ledger.json.LimitJson;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rows of the state tables as values. */
final class StateRows {
    private static final String BUDGETED_DATA = "budgeted-data";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private StateRows() {}

    static ScopeState scope(ResultSet row) throws SQLException {
        String parent = row.getString("parent");
        String budget = row.getString("budget");
        return new ScopeState(
                Scope.parse(row.getString("scope")),
                new PrivacyUnit(row.getString("unit"), Adjacency.valueOf(row.getString("adjacency"))),
                parent == null ? null : Scope.parse(parent),
                budget == null ? null : budget(tree(budget)),
                RenyiCost.ofUnits(longs(row.getBytes("lifetime"))),
                RenyiCost.ofUnits(longs(row.getBytes("in_window"))),
                ExactSum.ofWords(longs(row.getBytes("reserved"))),
                row.getLong("window_number"),
                Instant.ofEpochMilli(row.getLong("window_since")),
                row.getLong("charges"),
                row.getString("last_price"),
                row.getLong("touched"),
                rules(row.getString("rules")));
    }

    static Reservation reservation(ResultSet row) throws SQLException {
        String scopes = row.getString("scopes");
        return new Reservation(
                ReservationId.of(row.getLong("seq"), row.getString("token")),
                row.getString("idempotency_key"),
                row.getString("body"),
                row.getString("account"),
                scopes.isEmpty()
                        ? List.of()
                        : Arrays.stream(scopes.split(" ", -1)).map(Scope::parse).toList(),
                row.getString("price"),
                row.getLong("seq"),
                Instant.ofEpochMilli(row.getLong("at")),
                Instant.ofEpochMilli(row.getLong("expires")),
                Reservation.Status.valueOf(row.getString("status")),
                row.getString("committed"),
                row.getLong("changed"));
    }

    static String scopes(Reservation reservation) {
        return reservation.scopes().stream().map(Scope::toString).collect(Collectors.joining(" "));
    }

    static Price price(String json) {
        return PriceJson.read(tree(json));
    }

    /** Words: the scopes that are bound, and one for data that must have a budget. */
    static String rules(DataRules rules) {
        String bound = rules.bound().stream().map(Scope::toString).collect(Collectors.joining(" "));
        BlockRule blocks = rules.blocks();
        String begin = (rules.budgetedData() ? BUDGETED_DATA + " " : "") + (blocks == null ? "" : blocks(blocks) + " ");
        return (begin + bound).strip();
    }

    private static DataRules rules(String words) {
        DataRules rules = DataRules.NONE;
        for (String word : words.isEmpty() ? new String[0] : words.split(" ", -1)) {
            if (word.startsWith("{")) {
                rules = rules.with(blocks(tree(word)));
            } else {
                rules = word.equals(BUDGETED_DATA) ? rules.withBudgetedData() : rules.with(Scope.parse(word));
            }
        }
        return rules;
    }

    /** One word: names and numbers have no blanks in them. */
    private static String blocks(BlockRule rule) {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("by", rule.by().name())
                .put("every", rule.every().toSeconds())
                .put("from", rule.from().toEpochMilli())
                .put("declared_by", rule.declaredBy())
                .put("approved_by", rule.approvedBy());
        node.set("budget", node(rule.budget()));
        return node.toString();
    }

    private static BlockRule blocks(JsonNode node) {
        return new BlockRule(
                BlockRule.By.valueOf(node.path("by").textValue()),
                Duration.ofSeconds(node.path("every").longValue()),
                Instant.ofEpochMilli(node.path("from").longValue()),
                budget(node.path("budget")),
                node.path("declared_by").textValue(),
                node.path("approved_by").textValue());
    }

    static @Nullable String budget(@Nullable Budget budget) {
        return budget == null ? null : node(budget).toString();
    }

    private static ObjectNode node(Budget budget) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("limit", LimitJson.toNode(budget.limit()));
        Duration window = budget.window();
        if (window != null) {
            node.put("window", window.toSeconds());
        }
        Pace pace = budget.pace();
        if (pace != null) {
            ObjectNode paced = node.putObject("pace").put("refresh", pace.refresh());
            Duration unlock = pace.unlock();
            if (unlock != null) {
                paced.put("unlock", unlock.toSeconds());
            }
            Instant from = pace.from();
            if (from != null) {
                paced.put("from", from.toEpochMilli());
            }
        }
        return node;
    }

    private static Budget budget(JsonNode node) {
        JsonNode pace = node.path("pace");
        return new Budget(
                LimitJson.read(node.path("limit"), "limit"),
                seconds(node.path("window")),
                pace.isMissingNode()
                        ? null
                        : new Pace(
                                pace.path("refresh").booleanValue(),
                                seconds(pace.path("unlock")),
                                pace.has("from")
                                        ? Instant.ofEpochMilli(pace.path("from").longValue())
                                        : null));
    }

    private static @Nullable Duration seconds(JsonNode node) {
        return node.isMissingNode() ? null : Duration.ofSeconds(node.longValue());
    }

    static JsonNode tree(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a row of the database is not JSON", e);
        }
    }

    static byte[] bytes(long[] longs) {
        ByteBuffer buffer = ByteBuffer.allocate(Long.BYTES * longs.length);
        buffer.asLongBuffer().put(longs);
        return buffer.array();
    }

    private static long[] longs(byte[] bytes) {
        long[] longs = new long[bytes.length / Long.BYTES];
        ByteBuffer.wrap(bytes).asLongBuffer().get(longs);
        return longs;
    }
}

package io.abacusdp.ledger.client;

import com.fasterxml.jackson.databind.JsonNode;

/** The ledger answered, but not with what was asked for. */
public final class LedgerRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient JsonNode problem;

    LedgerRefusedException(int status, JsonNode problem) {
        super(describe(status, problem));
        this.status = status;
        this.problem = problem;
    }

    /** Status of HTTP. */
    public int status() {
        return status;
    }

    /** The problem as the server stated it. */
    public JsonNode problem() {
        return problem;
    }

    /** Whether a budget does not allow it, at once or within the time that it could wait. */
    public boolean isOverBudget() {
        String type = problem.path("type").asText();
        return type.endsWith(":over-budget") || type.endsWith(":not-served");
    }

    private static String describe(int status, JsonNode problem) {
        String path = problem.path("path").asText("");
        return "%s (%d): %s%s"
                .formatted(
                        problem.path("title").asText("The ledger refused"),
                        status,
                        path.isEmpty() ? "" : path + " ",
                        problem.path("detail").asText(""));
    }
}

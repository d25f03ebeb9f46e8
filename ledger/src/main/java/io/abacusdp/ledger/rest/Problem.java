package io.abacusdp.ledger.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An error as clients see it (RFC 9457).
 *
 * @param status of HTTP
 * @param type last part of its URN, the same for the same kind of error
 * @param title the same for the same type
 * @param detail of this occurrence
 * @param more members of this type
 */
record Problem(int status, String type, String title, String detail, ObjectNode more) {
    static final String CONTENT_TYPE = "application/problem+json";

    static Problem of(int status, String type, String title, String detail) {
        return new Problem(status, type, title, detail, JsonNodeFactory.instance.objectNode());
    }

    ObjectNode toNode() {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("type", "urn:abacus:problem:" + type)
                .put("title", title)
                .put("status", status)
                .put("detail", detail);
        node.setAll(more);
        return node;
    }
}

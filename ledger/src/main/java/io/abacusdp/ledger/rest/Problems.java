package io.abacusdp.ledger.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.ledger.api.data.ConflictException;
import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.KeyReusedException;
import io.abacusdp.ledger.api.data.NotAllowedException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.UnavailableException;
import io.abacusdp.ledger.rest.ChargeOperations.OverBudgetException;
import io.abacusdp.ledger.security.AccessDeniedException;
import io.abacusdp.storage.InvalidJsonException;
import io.javalin.http.HttpResponseException;
import java.util.Objects;
import org.eclipse.jetty.http.HttpException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which problem an exception is. What nobody expected is logged here, and is the only one with status 500. */
final class Problems {
    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    private Problems() {}

    static Problem of(Exception failure) {
        String message = Objects.requireNonNullElse(failure.getMessage(), "");
        if (failure instanceof OverBudgetException over) {
            return over.problem();
        }
        if (failure instanceof Admission.BusyException) {
            return Problem.of(503, "busy", "Too much at once", message + "; nothing was done, ask again");
        }
        if (failure instanceof RestCall.TooLargeException) {
            return http(413, message);
        }
        if (failure instanceof BadRequestException bad) {
            return badRequest(bad.path(), message);
        }
        if (failure instanceof InvalidJsonException invalid) {
            return badRequest(invalid.path(), invalid.problem());
        }
        if (failure instanceof InvalidRequestException invalid) {
            return badRequest("$." + invalid.field(), message);
        }
        if (failure instanceof UnsupportedEventException) {
            return badRequest("$.event", message);
        }
        if (failure instanceof NotFoundException) {
            return Problem.of(404, "not-found", "There is no such thing", message);
        }
        if (failure instanceof NotAllowedException) {
            return Problem.of(403, "forbidden", "The key does not allow it", message);
        }
        if (failure instanceof ConflictException) {
            return Problem.of(409, "conflict", "The records do not allow it", message);
        }
        if (failure instanceof KeyReusedException) {
            return Problem.of(422, "key-reused", "The idempotency key belongs to another request", message);
        }
        if (failure instanceof UnavailableException) {
            return unavailable(message);
        }
        if (failure instanceof AccessDeniedException denied) {
            return denied(denied, message);
        }
        if (failure instanceof HttpResponseException http) {
            return http(http.getStatus(), message);
        }
        if (failure instanceof HttpException malformed) {
            return http(malformed.getCode(), "the request is not HTTP as it should be");
        }
        if (failure instanceof IllegalArgumentException) {
            // The ledger's word for input that it cannot take, such as an event whose numbers are beyond all bounds.
            return badRequest("$", message);
        }
        LOG.error("a request failed for a reason that nobody expected", failure);
        return Problem.of(500, "internal", "The server has a fault", "the server's log says more");
    }

    static Problem http(int status, String detail) {
        return switch (status) {
            case 404 -> Problem.of(404, "not-found", "There is no such thing", "there is no such path");
            case 405 -> Problem.of(405, "method", "The path has no such method", "see /openapi.yaml");
            case 413 -> Problem.of(413, "too-large", "The request is too large", detail);
            case 503 -> unavailable("the server is stopping");
            default -> Problem.of(status, "http", "The request cannot be served", detail);
        };
    }

    private static Problem badRequest(String path, String detail) {
        return new Problem(
                400,
                "bad-request",
                "The request is not valid",
                detail,
                JsonNodeFactory.instance.objectNode().put("path", path));
    }

    private static Problem unavailable(String detail) {
        return Problem.of(
                503,
                "unavailable",
                "The ledger cannot answer now",
                detail + "; whether a change was recorded is unknown: ask again with the same key");
    }

    private static Problem denied(AccessDeniedException denied, String message) {
        return switch (denied.reason()) {
            case UNKNOWN -> Problem.of(401, "unauthorized", "Who asks is not known", message);
            case FORBIDDEN -> Problem.of(403, "forbidden", "The key does not allow it", message);
            case TOO_MANY_FAILURES -> Problem.of(429, "too-many-failures", "Too many failed attempts", message);
        };
    }
}

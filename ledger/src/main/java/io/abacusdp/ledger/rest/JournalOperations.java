package io.abacusdp.ledger.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.UnavailableException;
import io.abacusdp.ledger.journal.JournalEntry;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.storage.StrictJson;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Semaphore;

/** The journal, its head, and all of it. */
final class JournalOperations {
    private final Ledger ledger;
    /** An export keeps a connection busy as long as its reader likes. */
    private final Semaphore exports = new Semaphore(1);

    JournalOperations(Ledger ledger) {
        this.ledger = ledger;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/journal", Permission.READ, this::journal),
                Route.get("/v1/journal/head", Permission.READ, this::head),
                Route.get("/v1/proof/inclusion", Permission.READ, this::inclusion),
                Route.get("/v1/proof/consistency", null, this::consistency),
                Route.get("/v1/export", Permission.READ, this::export));
    }

    private void journal(RestCall call) {
        call.allowQuery("after", "limit");
        long after = call.after();
        int limit = call.limit();
        List<JournalEntry> lines = call.on(ledger).journal().entries(after, limit, RestCall.MAX_PAGE_CHARACTERS);
        // Entries go out as they are stored, byte for byte, as their hashes are of that text.
        StringBuilder json = new StringBuilder("{\"entries\":[");
        for (int i = 0; i < lines.size(); i++) {
            JournalEntry line = lines.get(i);
            json.append(i == 0 ? "" : ",")
                    .append("{\"entry\":")
                    .append(line.text())
                    .append(",\"hash\":\"")
                    .append(line.hash())
                    .append("\"}");
        }
        boolean isFull = lines.size() == limit || json.length() >= RestCall.MAX_PAGE_CHARACTERS;
        json.append(']');
        if (isFull) {
            json.append(",\"next\":")
                    .append(StrictJson.parse(lines.get(lines.size() - 1).text())
                            .path("seq")
                            .asLong());
        }
        call.answer(200, json.append('}').toString());
    }

    private void head(RestCall call) {
        call.allowQuery();
        call.answer(200, AnswerJson.head(ledger.journal().head()));
    }

    private void inclusion(RestCall call) {
        call.allowQuery("seq");
        call.answer(200, call.on(ledger).journal().inclusion(call.number("seq")).toNode());
    }

    private void consistency(RestCall call) {
        call.allowQuery("from", "to");
        long from = call.number("from");
        long to = call.number("to");
        if (!(from <= to && to <= ledger.journal().head().size())) {
            throw new BadRequestException("to", "must be from " + from + " to the size of the journal, got " + to);
        }
        ObjectNode answer = AnswerJson.object();
        ArrayNode proof = answer.put("from", from).put("to", to).putArray("proof");
        ledger.journal().consistency(from, to).forEach(hash -> proof.add(hash.base64()));
        call.answer(200, answer);
    }

    private void export(RestCall call) throws IOException {
        call.allowQuery();
        if (!exports.tryAcquire()) {
            throw new UnavailableException("another export is under way");
        }
        try {
            Ledger within = call.on(ledger);
            // Refused before the answer begins.
            within.journal().entries(0, 1);
            call.context().status(200).contentType("application/x-ndjson");
            Writer out = new BufferedWriter(
                    new OutputStreamWriter(call.context().outputStream(), StandardCharsets.UTF_8), 1 << 16);
            within.journal().export(out);
            out.flush();
        } finally {
            exports.release();
        }
    }
}

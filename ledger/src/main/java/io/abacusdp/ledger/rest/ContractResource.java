package io.abacusdp.ledger.rest;

import io.abacusdp.ledger.contract.ContractPage;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The contract, as it is and as a page for people. */
final class ContractResource {
    private static final String FILE = "openapi.yaml";

    private ContractResource() {}

    static void yaml(Context context) {
        context.contentType("application/yaml");
        RestCall.write(context, bytes());
    }

    static void page(Context context) {
        ContractPage page = Page.MADE;
        context.header("Content-Security-Policy", page.policy())
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .contentType("text/html; charset=utf-8");
        RestCall.write(context, page.html().getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytes() {
        try (InputStream in = Objects.requireNonNull(ContractResource.class.getResourceAsStream(FILE), FILE)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Made when it is first asked for, as a server should start fast. */
    private static final class Page {
        static final ContractPage MADE = ContractPage.of(bytes());
    }
}

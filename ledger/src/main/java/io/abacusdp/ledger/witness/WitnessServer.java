package io.abacusdp.ledger.witness;

import io.javalin.Javalin;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A witness over HTTP: {@code POST /add-checkpoint}. What it says is public and signed, and so needs no encryption. */
public final class WitnessServer implements AutoCloseable {
    private static final int MAX_THREADS = 32;
    private static final int MAX_BODY = 1 << 16;

    private final Javalin javalin;

    private WitnessServer(Javalin javalin) {
        this.javalin = javalin;
    }

    /** Starts to listen. */
    public static WitnessServer start(Witness witness, String host, int port) {
        Javalin javalin = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.startup.showOldJavalinVersionWarning = false;
            config.startup.startupWatcherEnabled = false;
            config.http.prefer405over404 = true;
            config.jetty.threadPool = new QueuedThreadPool(MAX_THREADS);
            config.routes.post("/add-checkpoint", context -> answer(context, witness));
        });
        return new WitnessServer(javalin.start(host, port));
    }

    /** Where it listens. */
    public int port() {
        return javalin.port();
    }

    @Override
    public void close() {
        javalin.stop();
    }

    private static void answer(Context context, Witness witness) throws IOException {
        byte[] body = context.bodyInputStream().readNBytes(MAX_BODY + 1);
        Witness.Answer answer = body.length > MAX_BODY
                ? new Witness.Answer(413, "text/plain; charset=utf-8", "the body is too large\n")
                : witness.add(new String(body, StandardCharsets.UTF_8));
        context.status(answer.status())
                .contentType(answer.contentType())
                .result(answer.body().getBytes(StandardCharsets.UTF_8));
    }
}

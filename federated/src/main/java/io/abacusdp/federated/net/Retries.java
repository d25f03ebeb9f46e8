package io.abacusdp.federated.net;

import io.abacusdp.federated.protocol.RefusedException;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.channels.ClosedChannelException;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLException;

/** Asks until there is an answer, which may be a refusal, or there is no answer for too long. */
final class Retries {
    private final ManagedChannel channel;
    private final Reconnection reconnection;
    private final RandomGenerator random = new SecureRandom();

    Retries(ManagedChannel channel, Reconnection reconnection) {
        this.channel = channel;
        this.reconnection = reconnection;
    }

    /** A call that can be repeated. */
    @FunctionalInterface
    interface Call<T> {
        T run() throws InterruptedException;
    }

    <T> T untilAnswered(Call<T> call) throws InterruptedException {
        long started = System.nanoTime();
        for (int failures = 1; ; failures++) {
            try {
                return call.run();
            } catch (StatusRuntimeException | MalformedContentException e) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted while asking the server");
                }
                throwIfFinal(e);
                long left = reconnection.total().toNanos() - (System.nanoTime() - started);
                if (left <= 0) {
                    throw new ServerUnreachableException(
                            "the server gave no answer within " + reconnection.total() + ": " + e.getMessage(), e);
                }
                Thread.sleep(Math.min(reconnection.pause(failures, random).toMillis(), left / 1_000_000 + 1));
                channel.resetConnectBackoff();
            }
        }
    }

    /** Throws if asking again cannot help. */
    private static void throwIfFinal(RuntimeException failure) {
        if (!(failure instanceof StatusRuntimeException answer)) {
            return;
        }
        Status status = answer.getStatus();
        switch (status.getCode()) {
            case FAILED_PRECONDITION, INVALID_ARGUMENT, UNAUTHENTICATED, PERMISSION_DENIED, UNIMPLEMENTED ->
                throw new RefusedException(Objects.requireNonNullElse(
                        status.getDescription(), status.getCode().name()));
            case UNAVAILABLE -> {
                if (isRefusedByTls(status.getCause())) {
                    throw new RefusedException("no TLS connection with the certificates of this federation: "
                            + Objects.requireNonNull(status.getCause()).getMessage());
                }
            }
            default -> {}
        }
    }

    /** Certificates that one side does not accept; not a connection that broke while they were shown. */
    private static boolean isRefusedByTls(@org.jspecify.annotations.Nullable Throwable cause) {
        boolean tls = false;
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof ClosedChannelException) {
                return false;
            }
            tls |= each instanceof SSLException;
        }
        return tls;
    }
}

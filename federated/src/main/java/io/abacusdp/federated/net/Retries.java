package io.abacusdp.federated.net;

import io.abacusdp.federated.protocol.RefusedAnswerException;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.util.Locale;
import java.util.Objects;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

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
                throw new RefusedAnswerException(Objects.requireNonNullElse(
                        status.getDescription(), status.getCode().name()));
            case UNAVAILABLE -> {
                if (isRefusedByTls(status.getCause())) {
                    throw new RefusedAnswerException("no TLS connection with the certificates of this federation: "
                            + Objects.requireNonNull(status.getCause()).getMessage());
                }
            }
            default -> {}
        }
    }

    /**
     * Whether one side does not accept the other's certificate: this side says so by a CertificateException, the other by an
     * alert. Any other failure of TLS can be a connection that broke while certificates were shown.
     */
    static boolean isRefusedByTls(@Nullable Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            String message = Objects.requireNonNullElse(each.getMessage(), "").toLowerCase(Locale.ROOT);
            if (each instanceof CertificateException || (each instanceof SSLException && message.contains("alert"))) {
                return true;
            }
        }
        return false;
    }
}

package io.abacusdp.federated.net;

import io.abacusdp.federated.enrol.Roster;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Date;
import java.util.function.Supplier;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * Who calls: the holder of the connection's certificate, by the roster as it is at the call. TLS has verified that the
 * federation issued the certificate and that the peer has its key; connections can be older than a revocation or last longer
 * than a certificate, so that both are looked at again.
 */
final class Peers implements ServerInterceptor {
    /** Name of the client that calls. */
    static final Context.Key<String> NAME = Context.key("client");

    private final Supplier<Roster> roster;
    private final Clock clock;

    Peers(Supplier<Roster> roster, Clock clock) {
        this.roster = roster;
        this.clock = clock;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        String name;
        try {
            name = nameOf(certificate(call));
        } catch (SSLPeerUnverifiedException | CertificateException e) {
            call.close(Status.UNAUTHENTICATED.withDescription(e.getMessage()), new Metadata());
            return new ServerCall.Listener<>() {};
        } catch (RuntimeException e) {
            call.close(FailureStatus.of(e), new Metadata());
            return new ServerCall.Listener<>() {};
        }
        return Contexts.interceptCall(Context.current().withValue(NAME, name), call, headers, next);
    }

    private static X509Certificate certificate(ServerCall<?, ?> call) throws SSLPeerUnverifiedException {
        SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
        if (session == null) {
            throw new SSLPeerUnverifiedException("the connection is not encrypted");
        }
        return (X509Certificate) session.getPeerCertificates()[0];
    }

    private String nameOf(X509Certificate certificate) throws CertificateException {
        certificate.checkValidity(Date.from(clock.instant()));
        return roster.get()
                .holderOf(certificate)
                .orElseThrow(() -> new CertificateException("this certificate is not on the roster"))
                .name();
    }
}

package io.abacusdp.federated.net;

import io.abacusdp.federated.enrol.Credentials;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLException;

/** TLS 1.3 in which both sides show certificates of the federation. */
final class Tls {
    private static final String VERSION = "TLSv1.3";

    private Tls() {}

    static SslContext server(Credentials own) {
        return build(GrpcSslContexts.forServer(stream(own.certificatePem()), stream(own.tlsKeyPem()))
                .clientAuth(ClientAuth.REQUIRE)
                .trustManager(own.federation()));
    }

    static SslContext client(Credentials own) {
        return build(GrpcSslContexts.forClient()
                .keyManager(stream(own.certificatePem()), stream(own.tlsKeyPem()))
                .trustManager(own.federation()));
    }

    private static SslContext build(SslContextBuilder builder) {
        try {
            return builder.protocols(VERSION).build();
        } catch (SSLException e) {
            throw new IllegalArgumentException("the credentials cannot be used for TLS: " + e.getMessage(), e);
        }
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }
}

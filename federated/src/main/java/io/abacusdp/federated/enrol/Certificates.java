package io.abacusdp.federated.enrol;

import java.io.IOException;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;

/** Makes the certificates of a federation: its own, and those of servers and clients, which serve for nothing else. */
final class Certificates {
    private static final int SERIAL_BITS = 127;

    /** Clocks of participants differ. */
    private static final Duration SKEW = Duration.ofMinutes(10);

    private Certificates() {}

    /** The federation's own, which can sign those of participants and no further authorities. */
    static X509Certificate authority(KeyPair keys, Instant now, Duration validity) {
        X500Name name = new X500Name("CN=Abacus federation " + new BigInteger(64, new SecureRandom()).toString(36));
        JcaX509v3CertificateBuilder builder = builder(name, name, keys.getPublic(), now, now.plus(validity));
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(
                    Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.digitalSignature));
            return sign(builder, keys.getPrivate());
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** A participant's; a server's if it has hosts. Valid no longer than the authority's. */
    static X509Certificate issue(
            X509Certificate authority,
            PrivateKey authorityKey,
            PublicKey subject,
            String name,
            List<String> hosts,
            Instant now,
            Duration validity) {
        Instant last = now.plus(validity);
        Instant end = authority.getNotAfter().toInstant();
        X500Name issuer =
                X500Name.getInstance(authority.getSubjectX500Principal().getEncoded());
        JcaX509v3CertificateBuilder builder =
                builder(issuer, new X500Name("CN=" + name), subject, now, last.isBefore(end) ? last : end);
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(
                    Extension.extendedKeyUsage,
                    true,
                    new ExtendedKeyUsage(
                            hosts.isEmpty() ? KeyPurposeId.id_kp_clientAuth : KeyPurposeId.id_kp_serverAuth));
            if (!hosts.isEmpty()) {
                builder.addExtension(Extension.subjectAlternativeName, false, alternatives(hosts));
            }
            return sign(builder, authorityKey);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException e) {
            throw new IllegalArgumentException("the certificate cannot be encoded", e);
        }
    }

    private static JcaX509v3CertificateBuilder builder(
            X500Name issuer, X500Name subject, PublicKey key, Instant now, Instant last) {
        BigInteger serial = new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE);
        return new JcaX509v3CertificateBuilder(
                issuer, serial, Date.from(now.minus(SKEW)), Date.from(last), subject, key);
    }

    private static GeneralNames alternatives(List<String> hosts) {
        return new GeneralNames(hosts.stream()
                .map(host ->
                        new GeneralName(IPAddress.isValid(host) ? GeneralName.iPAddress : GeneralName.dNSName, host))
                .toArray(GeneralName[]::new));
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key) {
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(new JcaContentSignerBuilder(Keys.CERTIFIED.signatureName()).build(key)));
        } catch (OperatorCreationException | CertificateException e) {
            throw failed(e);
        }
    }

    private static IllegalStateException failed(Exception e) {
        return new IllegalStateException("a certificate could not be made", e);
    }
}

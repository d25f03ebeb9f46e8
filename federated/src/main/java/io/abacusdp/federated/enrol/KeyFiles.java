package io.abacusdp.federated.enrol;

import io.abacusdp.storage.DurableFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Set;

/** Keys, certificates and documents as files. */
final class KeyFiles {
    private static final String PRIVATE = "PRIVATE KEY";
    private static final String CERTIFICATE = "CERTIFICATE";

    private KeyFiles() {}

    /** Makes a directory for its owner's eyes only. */
    static void makeDirectory(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }

    /** Writes a private key for its owner's eyes only; a file that is there stays as it is. */
    static void writeKey(Path file, PrivateKey key) throws IOException {
        DurableFile.createPrivate(file, pem(key));
    }

    /**
     * Reads a private key.
     *
     * @throws IOException if others than its owner can read it
     */
    static PrivateKey readKey(Path file, Keys kind) throws IOException {
        Set<PosixFilePermission> allowed = Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        if (!allowed.containsAll(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS))) {
            throw new IOException(file + " can be read by others than its owner; chmod 600 it, or make new keys");
        }
        try {
            return kind.privateKey(fromPem(PRIVATE, Files.readString(file)));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " does not hold a private key of the right kind");
        }
    }

    static void writeCertificate(Path file, X509Certificate certificate) throws IOException {
        DurableFile.replace(file, pem(certificate));
    }

    static X509Certificate readCertificate(Path file) throws IOException {
        try {
            return certificate(fromPem(CERTIFICATE, Files.readString(file)));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " does not hold a certificate", e);
        }
    }

    static X509Certificate certificate(byte[] der) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (CertificateException e) {
            throw new IllegalArgumentException("not an X.509 certificate", e);
        }
    }

    static String pem(PrivateKey key) {
        return pem(PRIVATE, key.getEncoded());
    }

    static String pem(X509Certificate certificate) {
        return pem(CERTIFICATE, Certificates.encoded(certificate));
    }

    private static String pem(String what, byte[] der) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, lines, what);
    }

    private static byte[] fromPem(String what, String text) {
        String begin = "-----BEGIN " + what + "-----";
        String end = "-----END " + what + "-----";
        String trimmed = text.strip();
        if (!trimmed.startsWith(begin) || !trimmed.endsWith(end)) {
            throw new IllegalArgumentException("not a " + what + " in PEM");
        }
        return Base64.getMimeDecoder().decode(trimmed.substring(begin.length(), trimmed.length() - end.length()));
    }
}

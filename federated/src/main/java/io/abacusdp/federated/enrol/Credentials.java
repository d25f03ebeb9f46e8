package io.abacusdp.federated.enrol;

import io.abacusdp.storage.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;

/**
 * A participant's own directory: {@code identity.key} and {@code tls.key}, which never leave it, {@code request.json}, which the
 * federation's operator gets, {@code enrolment.json}, which the operator gives back, and {@code roster.json}, the newest roster
 * that was seen.
 *
 * <p>The enrolment names the federation that is trusted from then on: it must come over a way that can be relied on, or its
 * {@link #federationFingerprint} must be compared over one. Safe for use by several threads, in one process.
 */
public final class Credentials {
    private static final String IDENTITY = "identity.key";
    private static final String TLS = "tls.key";

    private final Path directory;
    private final String name;
    private final PrivateKey identity;
    private final PrivateKey tls;
    private final X509Certificate certificate;
    private final X509Certificate federation;
    private Roster roster;

    private Credentials(
            Path directory,
            String name,
            PrivateKey identity,
            PrivateKey tls,
            X509Certificate certificate,
            X509Certificate federation,
            Roster roster) {
        this.directory = directory;
        this.name = name;
        this.identity = identity;
        this.tls = tls;
        this.certificate = certificate;
        this.federation = federation;
        this.roster = roster;
    }

    /**
     * Makes the keys of a client, and writes the request to enrol them.
     *
     * @param records how many it has, which becomes public
     * @throws IOException if there are keys in that directory
     */
    public static EnrolmentRequest createClient(Path directory, String name, int records) throws IOException {
        return create(directory, name, records, List.of());
    }

    /**
     * Makes the keys of a server, and writes the request to enrol them.
     *
     * @param hosts names and addresses under which clients reach it
     * @throws IOException if there are keys in that directory
     */
    public static EnrolmentRequest createServer(Path directory, String name, List<String> hosts) throws IOException {
        return create(directory, name, 0, hosts);
    }

    private static EnrolmentRequest create(Path directory, String name, int records, List<String> hosts)
            throws IOException {
        KeyPair identity = Keys.IDENTITY.newPair();
        KeyPair tls = Keys.CERTIFIED.newPair();
        EnrolmentRequest request = EnrolmentRequest.of(name, records, hosts, identity, tls);
        KeyFiles.makeDirectory(directory);
        KeyFiles.writeKey(directory.resolve(IDENTITY), identity.getPrivate());
        KeyFiles.writeKey(directory.resolve(TLS), tls.getPrivate());
        DurableFile.replace(directory.resolve("request.json"), request.toJson());
        return request;
    }

    /**
     * Opens the directory of a participant that was enrolled.
     *
     * @throws IOException if a file is missing or a key can be read by others
     * @throws IllegalArgumentException if what is there does not fit together
     */
    public static Credentials open(Path directory) throws IOException {
        Path file = directory.resolve(Federation.ENROLMENT);
        if (!Files.exists(file)) {
            throw new IOException(
                    "there is no " + file + "; send request.json to the federation's operator, who returns it");
        }
        StrictObject enrolment = StrictObject.parse(
                file.toString(), Files.readAllBytes(file), "name", "certificate", "federation", "roster");
        X509Certificate federation = KeyFiles.certificate(enrolment.base64("federation"));
        X509Certificate certificate = KeyFiles.certificate(enrolment.base64("certificate"));
        Credentials credentials = new Credentials(
                directory,
                ParticipantNames.require(enrolment.text("name")),
                KeyFiles.readKey(directory.resolve(IDENTITY), Keys.IDENTITY),
                KeyFiles.readKey(directory.resolve(TLS), Keys.CERTIFIED),
                certificate,
                federation,
                Roster.read(enrolment.json("roster"), federation));
        byte[] probe = {1};
        if (!Keys.CERTIFIED.verify(certificate.getPublicKey(), probe, Keys.CERTIFIED.sign(credentials.tls, probe))) {
            throw new IllegalArgumentException(file + " is not for the keys in its directory");
        }
        Path newest = directory.resolve(Federation.ROSTER);
        if (Files.exists(newest)) {
            Roster seen = Roster.read(Files.readAllBytes(newest), federation);
            if (seen.version() > credentials.roster.version()) {
                credentials.roster = seen;
            }
        }
        return credentials;
    }

    public String name() {
        return name;
    }

    /** Signs in secure aggregation. */
    public PrivateKey identity() {
        return identity;
    }

    /** Certificate for TLS, in PEM. */
    public String certificatePem() {
        return KeyFiles.pem(certificate);
    }

    /** Private key for TLS, in PEM: not to be shown or stored. */
    public String tlsKeyPem() {
        return KeyFiles.pem(tls);
    }

    /** The authority that is trusted. */
    public X509Certificate federation() {
        return federation;
    }

    /** The authority that is trusted, in PEM. */
    public String federationPem() {
        return KeyFiles.pem(federation);
    }

    /** SHA-256 of the federation's certificate, to be compared with what the operator says. */
    public String federationFingerprint() {
        return Keys.fingerprint(Certificates.encoded(federation));
    }

    /** The newest roster that was seen. */
    public synchronized Roster roster() {
        return roster;
    }

    /**
     * Takes a roster that a server showed, and keeps it if it is newer than the one that was seen last.
     *
     * @throws IllegalArgumentException if the federation did not sign it, if it is older, if it is another of the same version,
     *     or if this client is not on it with its own keys; then nothing has changed
     */
    public synchronized Roster accept(byte[] json) throws IOException {
        Roster shown = Roster.read(json, federation);
        if (shown.version() < roster.version()) {
            throw new IllegalArgumentException("the server shows version " + shown.version()
                    + " of the roster, and version " + roster.version() + " was seen before");
        }
        if (shown.version() == roster.version() && !Arrays.equals(shown.contentBytes(), roster.contentBytes())) {
            throw new IllegalArgumentException("there are two rosters of version " + shown.version());
        }
        byte[] probe = {1};
        Roster.Member self = shown.member(name)
                .orElseThrow(() -> new IllegalArgumentException(name + " is not on the roster any more"));
        if (!Keys.IDENTITY.verify(self.identity(), probe, Keys.IDENTITY.sign(identity, probe))) {
            throw new IllegalArgumentException("the roster has another key for " + name);
        }
        if (shown.version() > roster.version()) {
            DurableFile.replace(
                    directory.resolve(Federation.ROSTER), shown.json().toString());
            roster = shown;
        }
        return roster;
    }
}

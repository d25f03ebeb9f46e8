package io.abacusdp.federated.enrol;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.storage.Turns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The operator's directory of a federation: {@code federation.key} (secret: who has it says who takes part),
 * {@code federation.crt} and {@code roster.json}, and for each participant {@code enrolled/NAME/enrolment.json}, which it is
 * given. The server of a run needs the roster only; the key is best kept where the server cannot read it.
 *
 * <p>Each change is one step on the disk, with a new version of the roster; what was interrupted can be asked again. Several
 * processes wait for each other.
 */
public final class Federation {
    static final String ROSTER = "roster.json";
    static final String ENROLMENT = "enrolment.json";

    private static final Duration AUTHORITY_VALIDITY = Duration.ofDays(3650);

    private final Path directory;
    private final Clock clock;
    private final X509Certificate certificate;
    private final PrivateKey key;

    private Federation(Path directory, Clock clock, X509Certificate certificate, PrivateKey key) {
        this.directory = directory;
        this.clock = clock;
        this.certificate = certificate;
        this.key = key;
    }

    /** The federation of that directory; a new one if there is none. */
    public static Federation openOrCreate(Path directory, Clock clock) throws IOException {
        KeyFiles.makeDirectory(directory);
        return locked(directory, () -> {
            Path key = directory.resolve("federation.key");
            Path certificate = directory.resolve("federation.crt");
            // The roster comes last: without it, a creation was interrupted, and nobody has seen the key.
            if (!Files.exists(directory.resolve(ROSTER))) {
                Files.deleteIfExists(key);
                KeyPair pair = Keys.CERTIFIED.newPair();
                KeyFiles.writeKey(key, pair.getPrivate());
                KeyFiles.writeCertificate(
                        certificate, Certificates.authority(pair, clock.instant(), AUTHORITY_VALIDITY));
                writeRoster(directory, Roster.sign(1, List.of(), List.of(), pair.getPrivate()));
            }
            return new Federation(
                    directory, clock, KeyFiles.readCertificate(certificate), KeyFiles.readKey(key, Keys.CERTIFIED));
        });
    }

    /** Reads the roster of a federation's directory, of which nothing secret is needed. */
    public static Roster readRoster(Path directory, X509Certificate federation) throws IOException {
        return Roster.read(Files.readAllBytes(directory.resolve(ROSTER)), federation);
    }

    /** SHA-256 of the federation's certificate, by which participants know it. */
    public String fingerprint() {
        return Keys.fingerprint(Certificates.encoded(certificate));
    }

    public Roster roster() throws IOException {
        return readRoster(directory, certificate);
    }

    /**
     * Certifies a participant, and if it is a client, adds it to the roster. The same request again gives the same.
     *
     * @return the file that it is to be given
     * @throws IllegalArgumentException if the name is taken, or one of the keys, or a key was revoked
     */
    public Path enrol(EnrolmentRequest request, Duration validity) throws IOException {
        return locked(directory, () -> {
            Roster roster = roster();
            String identity = Roster.key(request.identity());
            if (roster.revoked().stream().anyMatch(each -> each.identity().equals(identity))) {
                throw new IllegalArgumentException(
                        "the keys of " + request.name() + " were revoked; it must make new ones");
            }
            Path home = directory.resolve("enrolled").resolve(request.name());
            KeyFiles.makeDirectory(home);
            Path issued = home.resolve("certificate.crt");
            Optional<Roster.Member> known = roster.member(request.name());
            if (known.isPresent() && !isSame(known.get(), request)) {
                throw taken(request);
            }
            X509Certificate own;
            if (Files.exists(issued) && (known.isPresent() || !request.hosts().isEmpty())) {
                own = KeyFiles.readCertificate(issued);
                if (!own.getPublicKey().equals(request.tls())) {
                    throw taken(request);
                }
            } else {
                own = Certificates.issue(
                        certificate, key, request.tls(), request.name(), request.hosts(), clock.instant(), validity);
                KeyFiles.writeCertificate(issued, own);
            }
            if (request.hosts().isEmpty() && known.isEmpty()) {
                List<Roster.Member> members = new ArrayList<>(roster.members());
                members.add(new Roster.Member(
                        request.name(),
                        request.records(),
                        request.identity(),
                        Keys.fingerprint(Certificates.encoded(own))));
                roster = Roster.sign(roster.version() + 1, members, roster.revoked(), key);
                writeRoster(directory, roster);
            }
            Path enrolment = home.resolve(ENROLMENT);
            DurableFile.replace(enrolment, enrolment(request.name(), own, roster));
            return enrolment;
        });
    }

    /**
     * Takes a client off the roster for good: servers refuse it from the moment that they read the new roster, and its keys
     * cannot be enrolled again.
     *
     * @throws IllegalArgumentException if there is no such client
     */
    public void revoke(String name) throws IOException {
        locked(directory, () -> {
            Roster roster = roster();
            Roster.Member gone = roster.member(name)
                    .orElseThrow(() -> new IllegalArgumentException("there is no client " + name + " on the roster"));
            List<Roster.Member> members =
                    roster.members().stream().filter(each -> !each.equals(gone)).toList();
            List<Roster.Revoked> revoked = new ArrayList<>(roster.revoked());
            revoked.add(new Roster.Revoked(name, Roster.key(gone.identity())));
            writeRoster(directory, Roster.sign(roster.version() + 1, members, revoked, key));
            return name;
        });
    }

    private boolean isSame(Roster.Member member, EnrolmentRequest request) {
        return member.identity().equals(request.identity()) && member.records() == request.records();
    }

    private static IllegalArgumentException taken(EnrolmentRequest request) {
        return new IllegalArgumentException("the name " + request.name()
                + " is enrolled with other keys; revoke those first, or take another name");
    }

    private String enrolment(String name, X509Certificate own, Roster roster) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("name", name)
                .put("certificate", Keys.base64(Certificates.encoded(own)))
                .put("federation", Keys.base64(Certificates.encoded(certificate)));
        json.set("roster", roster.json());
        return json.toString();
    }

    /** Keeps a roster in a directory, to be read back by {@link #readRoster}. */
    public static void writeRoster(Path directory, Roster roster) throws IOException {
        DurableFile.replace(directory.resolve(ROSTER), roster.json().toString());
    }

    private static <T> T locked(Path directory, Turns.Work<T> work) throws IOException {
        return Turns.take(directory.resolve(".lock"), work);
    }
}

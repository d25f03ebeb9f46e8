package io.abacusdp.federated.enrol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.federated.secagg.Participant;
import io.abacusdp.storage.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Signature;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnrolmentTest {
    private static final Duration YEAR = Duration.ofDays(365);

    @TempDir
    private Path home;

    private Path directory;
    private Federation federation;

    @BeforeEach
    void create() throws IOException {
        directory = home.resolve("federation");
        federation = Federation.openOrCreate(directory, Clock.systemUTC());
    }

    private Credentials enrolled(String name) throws IOException {
        Path own = home.resolve(name);
        Credentials.createClient(own, name, 7);
        return join(own);
    }

    private Credentials join(Path own) throws IOException {
        Path enrolment = federation.enrol(EnrolmentRequest.read(own.resolve("request.json")), YEAR);
        Files.copy(enrolment, own.resolve("enrolment.json"));
        return Credentials.open(own);
    }

    @Test
    void keys_asFiles_areForTheirOwnerOnly() throws IOException {
        enrolled("site-a");
        for (Path secret : List.of(
                home.resolve("site-a/identity.key"),
                home.resolve("site-a/tls.key"),
                directory.resolve("federation.key"))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                    .isEqualTo("rw-------");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("site-a"))))
                .isEqualTo("rwx------");
    }

    @Test
    void keys_thatOthersCanRead_areRefused() throws IOException {
        enrolled("site-a");
        Path key = home.resolve("site-a/identity.key");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> Credentials.open(home.resolve("site-a")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("chmod 600");
    }

    @Test
    void keys_madeTwice_stayAsTheyWere() throws IOException {
        Credentials.createClient(home.resolve("site-a"), "site-a", 7);
        String before = Files.readString(home.resolve("site-a/identity.key"));
        assertThatThrownBy(() -> Credentials.createClient(home.resolve("site-a"), "site-a", 7))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(home.resolve("site-a/identity.key")).hasContent(before);
    }

    /** What a client signs verifies with the key that the roster has for it. */
    @Test
    void participants_ofTheRoster_haveTheKeysOfTheClients() throws Exception {
        Credentials b = enrolled("site-b");
        Credentials a = enrolled("site-a");
        List<Participant> participants = federation.roster().participants();
        assertThat(participants.stream().map(Participant::name)).containsExactly("site-a", "site-b");
        byte[] message = {1, 2, 3};
        for (Credentials each : List.of(a, b)) {
            Signature signer = Signature.getInstance("Ed25519");
            signer.initSign(each.identity());
            signer.update(message);
            Signature verifier = Signature.getInstance("Ed25519");
            verifier.initVerify(participants.get(each == a ? 0 : 1).identity());
            verifier.update(message);
            assertThat(verifier.verify(signer.sign())).isTrue();
        }
    }

    @Test
    void versions_ofTheRoster_ascendWithEveryChange() throws IOException {
        long first = federation.roster().version();
        enrolled("site-a");
        assertThat(federation.roster().version()).isEqualTo(first + 1);
        federation.revoke("site-a");
        assertThat(federation.roster().version()).isEqualTo(first + 2);
        assertThat(federation.roster().members()).isEmpty();
    }

    @Test
    void request_againTheSame_changesNothing() throws IOException {
        enrolled("site-a");
        byte[] roster = federation.roster().toJson();
        Path enrolment = directory.resolve("enrolled/site-a/enrolment.json");
        String before = Files.readString(enrolment);
        Files.delete(enrolment);
        EnrolmentRequest request = EnrolmentRequest.read(home.resolve("site-a/request.json"));
        assertThat(federation.enrol(request, YEAR)).isEqualTo(enrolment).hasContent(before);
        assertThat(federation.roster().toJson()).isEqualTo(roster);
    }

    @Test
    void request_ofATakenName_isRefused() throws IOException {
        enrolled("site-a");
        enrolled("server", List.of("localhost"));
        for (String taken : List.of("site-a", "server")) {
            Path other = home.resolve("other-" + taken);
            if (taken.equals("server")) {
                Credentials.createServer(other, taken, List.of("localhost"));
            } else {
                Credentials.createClient(other, taken, 7);
            }
            byte[] roster = federation.roster().toJson();
            assertThatThrownBy(() -> join(other)).hasMessageContaining("is enrolled with other keys");
            assertThat(federation.roster().toJson()).isEqualTo(roster);
        }
    }

    private Credentials enrolled(String name, List<String> hosts) throws IOException {
        Path own = home.resolve(name);
        Credentials.createServer(own, name, hosts);
        return join(own);
    }

    @Test
    void server_whenEnrolled_isNotOnTheRoster() throws IOException {
        long version = federation.roster().version();
        assertThat(enrolled("server", List.of("localhost", "127.0.0.1")).name()).isEqualTo("server");
        assertThat(federation.roster().members()).isEmpty();
        assertThat(federation.roster().version()).isEqualTo(version);
    }

    @Test
    void keys_thatWereRevoked_areNotEnrolledAgain_butTheNameIsFree() throws IOException {
        enrolled("site-a");
        federation.revoke("site-a");
        EnrolmentRequest old = EnrolmentRequest.read(home.resolve("site-a/request.json"));
        assertThatThrownBy(() -> federation.enrol(old, YEAR)).hasMessageContaining("were revoked");
        Path renewed = home.resolve("renewed");
        Credentials.createClient(renewed, "site-a", 7);
        assertThat(join(renewed).roster().member("site-a")).isPresent();
        assertThatThrownBy(() -> federation.revoke("site-x")).hasMessageContaining("no client site-x");
    }

    @Test
    void request_changedOnItsWay_isRefused() throws IOException {
        Path own = home.resolve("site-a");
        Credentials.createClient(own, "site-a", 7);
        Credentials.createClient(home.resolve("thief"), "thief", 7);
        Path request = own.resolve("request.json");
        String good = Files.readString(request);
        Files.writeString(request, good.replace("\"site-a\"", "\"site-b\""));
        assertThatThrownBy(() -> EnrolmentRequest.read(request)).hasMessageContaining("is not signed");
        // The thief's name and TLS key with the identity of another.
        String identity = good.replaceAll(".*\"identity\":\"([^\"]*)\".*", "$1");
        String stolen = Files.readString(home.resolve("thief/request.json"))
                .replaceFirst("\"identity\":\"[^\"]*\"", "\"identity\":\"" + identity + "\"");
        Files.writeString(request, stolen);
        assertThatThrownBy(() -> EnrolmentRequest.read(request)).hasMessageContaining("is not signed");
        for (String bad : List.of(
                "{}", "[]", good.replace("\"hosts\":[]", "\"hosts\":[1]"), good.replaceFirst("MC", "!!"), good + "x")) {
            Files.writeString(request, bad);
            assertThatThrownBy(() -> EnrolmentRequest.read(request)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void names_thatCouldLeaveADirectory_areRefused() {
        for (String bad : List.of("", "..", "../x", "a/b", "A", "a,CN=b", "x".repeat(64))) {
            assertThatThrownBy(() -> Credentials.createClient(home.resolve("bad"), bad, 7))
                    .hasMessageContaining("a name must have");
        }
        assertThatThrownBy(() -> Credentials.createClient(home.resolve("bad"), "a", 0))
                .hasMessageContaining("at least 1 record");
        assertThatThrownBy(() -> Credentials.createServer(home.resolve("bad"), "a", List.of()))
                .hasMessageContaining("a server none");
        assertThatThrownBy(() -> Credentials.createServer(home.resolve("bad"), "a", List.of("a b")))
                .hasMessageContaining("a host must be");
    }

    /** A server that invents a participant would need the federation's key. */
    @Test
    void roster_thatAServerMadeUp_isRefused() throws IOException {
        Credentials client = enrolled("site-a");
        String shown = new String(federation.roster().toJson(), StandardCharsets.UTF_8);
        String invented = shown.replace(
                "\"members\":[",
                "\"members\":[{\"name\":\"ghost\",\"records\":7,\"identity\":\""
                        + Keys.base64(Keys.IDENTITY.newPair().getPublic().getEncoded())
                        + "\",\"certificate\":\"00\"},");
        assertThatThrownBy(() -> client.accept(invented.getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("not signed with the federation's key");
        Federation other = Federation.openOrCreate(home.resolve("other"), Clock.systemUTC());
        assertThatThrownBy(() -> client.accept(other.roster().toJson()))
                .hasMessageContaining("not signed with the federation's key");
        assertThat(client.roster().version()).isEqualTo(federation.roster().version());
    }

    @Test
    void roster_olderThanOneSeen_isRefused_alsoAfterARestart() throws IOException {
        Credentials client = enrolled("site-a");
        byte[] old = federation.roster().toJson();
        enrolled("site-b");
        Roster newest = client.accept(federation.roster().toJson());
        assertThat(newest.member("site-b")).isPresent();
        assertThat(client.accept(newest.toJson()).version()).isEqualTo(newest.version());
        for (Credentials each : List.of(client, Credentials.open(home.resolve("site-a")))) {
            assertThat(each.roster().version()).isEqualTo(newest.version());
            assertThatThrownBy(() -> each.accept(old)).hasMessageContaining("was seen before");
        }
    }

    @Test
    void roster_twoOfOneVersion_isRefused() throws IOException {
        Credentials client = enrolled("site-a");
        Roster mine = client.roster();
        Roster other = Roster.sign(
                mine.version(),
                List.of(mine.members().get(0), member("ghost")),
                List.of(),
                KeyFiles.readKey(directory.resolve("federation.key"), Keys.CERTIFIED));
        assertThatThrownBy(() -> client.accept(other.toJson())).hasMessageContaining("two rosters of version");
    }

    @Test
    void roster_withoutTheClientOrWithAnotherKeyForIt_isRefused() throws IOException {
        Credentials client = enrolled("site-a");
        var key = KeyFiles.readKey(directory.resolve("federation.key"), Keys.CERTIFIED);
        long next = client.roster().version() + 1;
        Roster without = Roster.sign(next, List.of(member("site-b")), List.of(), key);
        assertThatThrownBy(() -> client.accept(without.toJson())).hasMessageContaining("not on the roster any more");
        Roster swapped = Roster.sign(next, List.of(member("site-a")), List.of(), key);
        assertThatThrownBy(() -> client.accept(swapped.toJson())).hasMessageContaining("another key for site-a");
        assertThatThrownBy(() -> Roster.sign(next, List.of(member("a"), member("a")), List.of(), key))
                .hasMessageContaining("twice");
        assertThat(home.resolve("site-a/roster.json")).doesNotExist();
    }

    private static Roster.Member member(String name) {
        return new Roster.Member(
                name, 7, Keys.IDENTITY.newPair().getPublic(), Keys.fingerprint(name.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void credentials_withoutEnrolmentOrWithAnothers_areRefused() throws IOException {
        Credentials.createClient(home.resolve("site-a"), "site-a", 7);
        assertThatThrownBy(() -> Credentials.open(home.resolve("site-a")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("request.json to the federation's operator");
        enrolled("site-b");
        Files.copy(home.resolve("site-b/enrolment.json"), home.resolve("site-a/enrolment.json"));
        assertThatThrownBy(() -> Credentials.open(home.resolve("site-a"))).hasMessageContaining("not for the keys");
    }

    @Test
    void federation_openedAgain_isTheSame_andOneThatWasInterruptedIsMadeAnew() throws IOException {
        enrolled("site-a");
        Federation again = Federation.openOrCreate(directory, Clock.systemUTC());
        assertThat(again.fingerprint())
                .isEqualTo(federation.fingerprint())
                .isEqualTo(Credentials.open(home.resolve("site-a")).federationFingerprint())
                .hasSize(64);
        assertThat(again.roster().members()).hasSize(1);
        Path interrupted = home.resolve("interrupted");
        Files.createDirectories(interrupted);
        Files.writeString(interrupted.resolve("federation.key"), "half a k");
        assertThat(Federation.openOrCreate(interrupted, Clock.systemUTC())
                        .roster()
                        .members())
                .isEmpty();
    }

    @Test
    void rosterFile_replaced_isReadAgain_butNeverGoesBack() throws IOException {
        Credentials client = enrolled("site-a");
        Path roster = directory.resolve("roster.json");
        String old = Files.readString(roster);
        RosterFile file = new RosterFile(directory, client.federation());
        assertThat(file.get().member("site-a")).isPresent();
        federation.revoke("site-a");
        assertThat(file.get().member("site-a")).isEmpty();
        DurableFile.replace(roster, old);
        assertThatThrownBy(file::get).hasMessageContaining("went back");
        Files.delete(roster);
        assertThatThrownBy(file::get).isInstanceOf(java.io.UncheckedIOException.class);
    }
}

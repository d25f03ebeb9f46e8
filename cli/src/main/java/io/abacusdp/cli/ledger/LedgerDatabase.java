package io.abacusdp.cli.ledger;

import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.OutsideFailureException;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.UnavailableException;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.witness.Quorum;
import io.abacusdp.ledger.witness.Signing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.PublicKey;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a ledger is stored, and who signs its journal. */
final class LedgerDatabase {
    private static final String SQLITE = "jdbc:sqlite:";

    @Option(
            names = "--db",
            paramLabel = "URL",
            defaultValue = "jdbc:sqlite:ledger.db",
            description = "jdbc:sqlite:FILE or jdbc:postgresql://HOST/NAME. Default: jdbc:sqlite:ledger.db.")
    private String url = "";

    @Option(
            names = "--signing-key",
            paramLabel = "FILE",
            description = "Key that signs the journal. Default: the file of the database and .key.")
    private @Nullable String signingKey;

    @Option(
            names = "--trusted",
            paramLabel = "KEY",
            split = ",",
            description = "Public keys (Base64) of those who may have signed. Default: that of --signing-key.")
    private List<String> trusted = List.of();

    String url() {
        return url;
    }

    /** The database, which has to be there: a typing error must not make a new one. */
    String existing() {
        if (url.startsWith(SQLITE) && !Files.exists(Path.of(file()))) {
            throw new UsageException("there is no database " + file());
        }
        return url;
    }

    /** The key that signs, which has to be there: a typing error must not make a new one. */
    SigningKey signer() {
        try {
            return SigningKey.read(keyFile());
        } catch (IOException e) {
            throw new UsageException("cannot read the signing key: " + e.getMessage(), e);
        }
    }

    /** A new key that signs. */
    SigningKey newSigner() {
        Path path = keyFile();
        if (Files.exists(path)) {
            throw new UsageException("there is a signing key %s already".formatted(path));
        }
        try {
            return SigningKey.readOrCreate(path);
        } catch (IOException e) {
            throw new UsageException("cannot write the signing key: " + e.getMessage(), e);
        }
    }

    /** Takes back a new key that has signed nothing, as there is no ledger that it could have signed. */
    void discardSigner() {
        try {
            Files.deleteIfExists(keyFile());
        } catch (IOException e) {
            throw new UsageException("cannot delete the signing key that was made: " + e.getMessage(), e);
        }
    }

    /** Opens the ledger, which has to be there. */
    Ledger open() {
        return open(Quorum.none());
    }

    /** The same with witnesses who cosign. */
    Ledger open(Quorum witnesses) {
        return Ledger.openExisting(existing(), signing(witnesses), Clock.systemUTC());
    }

    /** Who signs, whose signatures count, and who cosigns. */
    Signing signing(Quorum witnesses) {
        return new Signing(signer(), trusted(), witnesses);
    }

    /** Public keys whose signatures count. */
    List<PublicKey> trusted() {
        List<PublicKey> keys = new ArrayList<>();
        trusted.forEach(text -> keys.add(SigningKey.publicKey(text)));
        if (keys.isEmpty()) {
            if (!Files.exists(keyFile())) {
                throw new UsageException("--trusted is needed, as there is no signing key " + keyFile());
            }
            keys.add(signer().publicKey());
        }
        return keys;
    }

    /** Does something with the database, and says so if that fails. */
    static <T> T reaching(String url, Function<String, T> action) {
        try {
            return action.apply(url);
        } catch (UnavailableException | IllegalStateException e) {
            throw new OutsideFailureException(CommandFailures.message(e), e);
        }
    }

    private Path keyFile() {
        if (signingKey == null && !url.startsWith(SQLITE)) {
            throw new UsageException("--signing-key is needed for a database that is not a file");
        }
        try {
            return Path.of(signingKey == null ? file() + ".key" : signingKey);
        } catch (InvalidPathException e) {
            throw new UsageException("--signing-key is not a file name: " + signingKey, e);
        }
    }

    private String file() {
        return url.substring(SQLITE.length()).replaceAll("\\?.*", "");
    }
}

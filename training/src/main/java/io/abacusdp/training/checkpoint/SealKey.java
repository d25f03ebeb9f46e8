package io.abacusdp.training.checkpoint;

import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.storage.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * The key of a run, drawn at random when it begins and kept in its directory. Under it, what the run must find unchanged when it
 * is resumed is sealed: HMAC-SHA-256. A seal tells the run that the data is the same, and tells nothing to anybody who has not
 * the key, however much of the data he knows; a digest without a key would tell him which record is in it.
 */
final class SealKey {
    static final String FILE = "seal.key";

    private static final int BYTES = 32;

    private final byte[] key;

    private SealKey(byte[] key) {
        this.key = key;
    }

    static SealKey create(Path directory) throws IOException {
        byte[] key = new byte[BYTES];
        new SecureRandom().nextBytes(key);
        DurableFile.replacePrivate(directory.resolve(FILE), HexFormat.of().formatHex(key) + "\n");
        return new SealKey(key);
    }

    /** @throws DamagedFileException if there is no key */
    static SealKey read(Path directory) throws IOException {
        String text = RunFiles.text(directory, FILE);
        if (!text.matches("[0-9a-f]{" + 2 * BYTES + "}\n")) {
            throw new DamagedFileException(FILE + " is damaged: it must hold a key of 32 bytes in hexadecimal");
        }
        return new SealKey(HexFormat.of().parseHex(text.strip()));
    }

    /** The seal of what is added to the hash. */
    String seal(Consumer<Sha256> content) {
        Sha256 hash = Sha256.keyed(key);
        content.accept(hash);
        return hash.hex();
    }

    /** The seal of a text. */
    String seal(String text) {
        return seal(hash -> hash.add(text));
    }
}

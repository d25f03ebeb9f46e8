package io.abacusdp.federated.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.storage.InvalidJsonException;
import io.abacusdp.storage.StrictJson;
import io.abacusdp.training.data.Dataset;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tells whether a client goes on with the records that it began with, by a file in its own directory: a random key, and under it
 * the HMAC-SHA-256 of the data's digest. Nobody else has any of it: a digest by itself would tell whoever guesses the records,
 * or all of them but one, that the guess is right.
 */
public final class DataSeal {
    private static final String FILE = "data.seal";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private DataSeal() {}

    /**
     * Seals the records, or if some were sealed before, compares them.
     *
     * @param directory of the client
     * @throws IllegalArgumentException if they are others
     */
    public static void require(Path directory, String client, Dataset data) throws IOException {
        Path file = directory.resolve(FILE);
        if (Files.notExists(file)) {
            byte[] key = new byte[KEY_BYTES];
            new SecureRandom().nextBytes(key);
            HexFormat hex = HexFormat.of();
            DurableFile.createPrivate(
                    file,
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("key", hex.formatHex(key))
                            .put("seal", hex.formatHex(seal(key, data)))
                            .toString());
            return;
        }
        byte[] key;
        byte[] sealed;
        try {
            JsonNode node = StrictJson.parse(Files.readString(file));
            key = HexFormat.of().parseHex(node.path("key").asText());
            sealed = HexFormat.of().parseHex(node.path("seal").asText());
        } catch (InvalidJsonException e) {
            throw new DamagedFileException(file + " is damaged: " + e.getMessage(), e);
        }
        if (key.length != KEY_BYTES || !MessageDigest.isEqual(sealed, seal(key, data))) {
            throw new IllegalArgumentException(
                    "the records of %s are not those that the run began with; go on with those, or begin another run"
                            .formatted(client));
        }
    }

    private static byte[] seal(byte[] key, Dataset data) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(data.fingerprint().getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}

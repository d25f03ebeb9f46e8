package io.abacusdp.cli.check;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What somebody certifies of a release: whose files they are, by their hashes, what was charged, and what that guarantees. Its
 * words follow from its figures alone, so that whoever has it can write them anew.
 *
 * @param signer name and public key of who signs it; a reader trusts the key, not the name
 * @param issued day, in UTC
 * @param seen what the signer's check had before it
 * @param subject what was released
 * @param privacy what was charged, and what that guarantees
 * @param warnings of the release
 * @param releasedBy program that trained
 * @param checkedBy program that checked and signed
 */
record Certificate(
        Signer signer,
        String issued,
        Seen seen,
        Subject subject,
        Claim privacy,
        List<String> warnings,
        String releasedBy,
        String checkedBy) {
    /** Name of the format, and the first line of what is signed. A change of meaning or of words is a new one. */
    static final String FORMAT = "abacus certificate 1";

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** @param key Base64 of X.509 */
    record Signer(String name, String key) {}

    /** What a check can have before it. */
    enum Seen {
        /** The directory of the run: its journal of charges was compared with the release. */
        RUN("the run's journal of charges and the release"),
        /** The release alone. */
        RELEASE("the release alone");

        private final String words;

        Seen(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }

        /** What words say that was seen; of other words, which no certificate has, the lesser. */
        static Seen of(String words) {
            return words.equals(RUN.words) ? RUN : RELEASE;
        }
    }

    /**
     * What was released.
     *
     * @param examples number of them that was declared, or counted and taken as public
     * @param files SHA-256 of every file by its name
     */
    record Subject(
            String run,
            String data,
            long examples,
            boolean isSizeDeclared,
            boolean hasPrivateRanges,
            Map<String, String> files) {
        Subject {
            files = Collections.unmodifiableMap(new TreeMap<>(files));
        }
    }

    /**
     * What is guaranteed.
     *
     * @param unit whom it protects, as the run's settings say
     * @param lower below which epsilon is known not to be, if it is known
     */
    record Claim(
            String unit,
            double epsilon,
            OptionalDouble lower,
            double delta,
            Adjacency adjacency,
            String accountant,
            DpEvent event) {}

    Certificate {
        warnings = List.copyOf(warnings);
    }

    /** All of it as JSON, with the words that follow. */
    ObjectNode toJson() throws UnreadableException {
        ObjectNode node = NODES.objectNode();
        node.put("format", FORMAT);
        node.putObject("signer").put("name", signer.name).put("key", signer.key);
        node.put("issued", issued);
        node.put("seen", seen.words);
        node.put("run", subject.run);
        node.put("data", subject.data);
        node.put("examples", subject.examples);
        node.put("size_declared", subject.isSizeDeclared);
        node.put("private_ranges", subject.hasPrivateRanges);
        ObjectNode files = node.putObject("files");
        subject.files.forEach(files::put);
        node.put("unit", privacy.unit);
        node.put("epsilon", privacy.epsilon);
        privacy.lower.ifPresentOrElse(value -> node.put("lower", value), () -> node.putNull("lower"));
        node.put("delta", privacy.delta);
        node.put("adjacency", privacy.adjacency.id());
        node.put("accountant", privacy.accountant);
        node.set("event", EventJson.toNode(privacy.event));
        texts(node, "warnings", warnings);
        node.put("released_by", releasedBy);
        node.put("checked_by", checkedBy);
        CertificateWords words = new CertificateWords(this);
        texts(node, "statement", words.statement());
        node.put("paper", words.paper());
        node.put("model_card", words.modelCard());
        return node;
    }

    private static void texts(ObjectNode node, String name, List<String> texts) {
        ArrayNode list = node.putArray(name);
        texts.forEach(list::add);
    }

    /**
     * The certificate of the JSON, whose words are for {@link CertificateCheck} to compare.
     *
     * @throws UnreadableException if a field is missing or of another kind
     */
    static Certificate of(JsonFields json) throws UnreadableException {
        if (!json.text("format").equals(FORMAT)) {
            throw new UnreadableException("is a certificate of another format: " + json.text("format"));
        }
        JsonFields signer = json.object("signer");
        Map<String, String> files = new TreeMap<>();
        JsonFields sums = json.object("files");
        for (String name : (Iterable<String>) () -> sums.node().fieldNames()) {
            files.put(name, sums.text(name));
        }
        return new Certificate(
                new Signer(signer.text("name"), signer.text("key")),
                json.text("issued"),
                Seen.of(json.text("seen")),
                new Subject(
                        json.text("run"),
                        json.text("data"),
                        json.count("examples"),
                        json.flag("size_declared"),
                        json.flag("private_ranges"),
                        files),
                new Claim(
                        json.text("unit"),
                        json.number("epsilon"),
                        json.optionalNumber("lower"),
                        json.delta("delta"),
                        json.adjacency("adjacency"),
                        json.text("accountant"),
                        json.event("event")),
                json.texts("warnings"),
                json.text("released_by"),
                json.text("checked_by"));
    }
}

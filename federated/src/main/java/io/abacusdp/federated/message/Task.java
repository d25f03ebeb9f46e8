package io.abacusdp.federated.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.federated.protocol.Receipt;
import io.abacusdp.format.EventJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a client is asked to do. */
public sealed interface Task {
    byte[] encode();

    /**
     * The first step of an attempt: train, and hand in the update or the first message of its secure aggregation.
     *
     * @param run identity of the run
     * @param model as JSON
     * @param parameters of the released model to begin with; not to be changed
     * @param recordCharge what the steps cost each record; none if there is no noise for records
     * @param dispatch random, another for every task that a server makes: a client knows by it the task that it is handed once more
     *     from that of a server that has forgotten the former
     * @param answered the last that an answer of this client has named in this run: a client whose ledger does not hold it has lost
     *     charges, or is not the only one that works with its key
     */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody, and too large to be copied at every hand-over.
    record Train(
            String run,
            String model,
            float[] parameters,
            LocalTraining local,
            Optional<DpEvent> recordCharge,
            Optional<ClientLevel> clientLevel,
            Optional<SecureSettings> secure,
            String dispatch,
            Receipt answered)
            implements Task {
        @Override
        public byte[] encode() {
            ObjectNode header = Envelope.header("train")
                    .put("run", run)
                    .put("model", model)
                    .put("dispatch", dispatch)
                    .put("answered", answered.charges())
                    .put("answered_mark", answered.mark());
            ObjectNode settings = header.putObject("local")
                    .put("steps", local.steps())
                    .put("lot", local.lot())
                    .put("learning_rate", local.learningRate())
                    .put("momentum", local.momentum())
                    .put("proximal", local.proximal())
                    .put("noise_multiplier", local.noiseMultiplier());
            // JSON has no infinity.
            if (local.gradientClip() < Double.POSITIVE_INFINITY) {
                settings.put("gradient_clip", local.gradientClip());
            } else {
                settings.putNull("gradient_clip");
            }
            Envelope.putEvent(header, "record_charge", recordCharge);
            clientLevel.ifPresentOrElse(
                    level -> header.putObject("client_level")
                            .put("clip", level.clip())
                            .set("charge", EventJson.toNode(level.charge())),
                    () -> header.putNull("client_level"));
            secure.ifPresentOrElse(it -> put(header.putObject("secure"), it), () -> header.putNull("secure"));
            return Envelope.encode(header, Envelope.ofFloats(parameters));
        }

        private static void put(ObjectNode node, SecureSettings settings) {
            node.put("session", settings.session())
                    .put("threshold", settings.threshold())
                    .put("colluders", settings.colluders())
                    .put("share", settings.share())
                    .put("scale", settings.scale())
                    .put("variance", settings.variance())
                    .put("count_unit", settings.countUnit());
            settings.participants().forEach(node.putArray("participants")::add);
        }

        private static Train read(Envelope envelope) {
            JsonNode clip = envelope.field("local").path("gradient_clip");
            JsonNode local = envelope.field("local");
            JsonNode level = envelope.field("client_level");
            JsonNode secure = envelope.field("secure");
            return new Train(
                    envelope.text("run"),
                    envelope.text("model"),
                    envelope.floats(),
                    new LocalTraining(
                            count(local, "steps"),
                            count(local, "lot"),
                            number(local, "learning_rate"),
                            number(local, "momentum"),
                            number(local, "proximal"),
                            clip.isNull() ? Double.POSITIVE_INFINITY : number(local, "gradient_clip"),
                            number(local, "noise_multiplier")),
                    envelope.event("record_charge"),
                    level.isNull()
                            ? Optional.empty()
                            : Optional.of(new ClientLevel(number(level, "clip"), EventJson.read(level.path("charge")))),
                    secure.isNull() ? Optional.empty() : Optional.of(secure(secure)),
                    envelope.text("dispatch"),
                    new Receipt(envelope.count("answered"), envelope.text("answered_mark")));
        }

        private static SecureSettings secure(JsonNode node) {
            List<String> participants = new ArrayList<>();
            node.path("participants").forEach(name -> participants.add(name.asText()));
            return new SecureSettings(
                    node.path("session").asText(),
                    participants,
                    count(node, "threshold"),
                    count(node, "colluders"),
                    number(node, "share"),
                    number(node, "scale"),
                    number(node, "variance"),
                    number(node, "count_unit"));
        }

        private static double number(JsonNode node, String name) {
            return Envelope.number(name, node.path(name));
        }

        private static int count(JsonNode node, String name) {
            return Envelope.count(name, node.path(name));
        }
    }

    /**
     * A later step of a secure aggregation.
     *
     * @param message of the server's state machine
     */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
    record Exchange(byte[] message) implements Task {
        @Override
        public byte[] encode() {
            return Envelope.encode(Envelope.header("exchange"), message);
        }
    }

    /**
     * The task that the bytes hold.
     *
     * @throws IllegalArgumentException if they hold none
     */
    static Task decode(byte[] bytes) {
        Envelope envelope = Envelope.decode(bytes);
        return switch (envelope.type()) {
            case "train" -> Train.read(envelope);
            case "exchange" -> new Exchange(envelope.body());
            default -> throw new IllegalArgumentException("unknown task " + envelope.type());
        };
    }
}

package io.abacusdp.federated.net;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.abacusdp.federated.net.v1.Chunk;
import io.abacusdp.federated.net.v1.ContentHeader;
import io.abacusdp.federated.protocol.TaskId;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** What the messages mean, and their bounds. */
final class Wire {
    /** Version of the protocol that is spoken. */
    static final int PROTOCOL = 1;

    /** Most bytes of content in a message. */
    static final int CHUNK = 64 << 10;

    /** Most bytes of a message: a chunk and what is around it, or a header with texts. */
    static final int MESSAGE = CHUNK + (4 << 10);

    /** Reasons are cut to this, so that they fit into a header. */
    private static final int REASON = 1000;

    private Wire() {}

    static io.abacusdp.federated.net.v1.TaskId encode(TaskId task) {
        return io.abacusdp.federated.net.v1.TaskId.newBuilder()
                .setRound(task.round())
                .setAttempt(task.attempt())
                .setStep(task.step())
                .build();
    }

    /** Numbers beyond 2^31 are negative in Java, and refused with the others. */
    static TaskId decode(io.abacusdp.federated.net.v1.TaskId task) {
        return new TaskId(task.getRound(), task.getAttempt(), task.getStep());
    }

    static ContentHeader header(byte[] content) {
        return ContentHeader.newBuilder()
                .setLength(content.length)
                .setSha256(ByteString.copyFrom(sha256().digest(content)))
                .build();
    }

    /** The bytes from an offset on, as many as a chunk may have; not copied. */
    static Chunk chunk(byte[] content, int offset) {
        int length = Math.min(CHUNK, content.length - offset);
        return Chunk.newBuilder()
                .setOffset(offset)
                .setData(UnsafeByteOperations.unsafeWrap(content, offset, length))
                .build();
    }

    static String reason(String text) {
        return text.length() <= REASON ? text : text.substring(0, REASON);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

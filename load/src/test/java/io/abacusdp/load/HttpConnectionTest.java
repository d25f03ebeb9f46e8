package io.abacusdp.load;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HttpConnectionTest {
    private static final String REQUEST = "GET / HTTP/1.1\r\n\r\n";

    @Test
    void answer_asExpected_isTaken() {
        assertThatCode(() -> ask("HTTP/1.1 201 Created\r\nContent-Length: 4\r\n\r\ngood"))
                .doesNotThrowAnyException();
    }

    @Test
    void answer_inPieces_isReadToItsEnd() {
        assertThatCode(() -> ask("HTTP/1.1 201 Cre", "ated\r\ncontent-length:  4\r\nX: y\r", "\n\r\ng", "ood"))
                .doesNotThrowAnyException();
    }

    @Test
    void answer_longerThanTheBuffer_isReadToItsEnd() {
        assertThatCode(() -> ask("HTTP/1.1 201 Created\r\nContent-Length: 20004\r\n\r\n" + "x".repeat(20_000) + "good"))
                .doesNotThrowAnyException();
    }

    @Test
    void answer_withAnotherStatus_isRefused() {
        assertThatThrownBy(() -> ask("HTTP/1.1 503 Unavailable\r\nContent-Length: 4\r\n\r\ngood"))
                .isInstanceOf(IOException.class)
                .hasMessage("unexpected answer: HTTP/1.1 503 Unavailable: good");
    }

    @Test
    void answer_withAnotherBody_isRefused() {
        assertThatThrownBy(() -> ask("HTTP/1.1 201 Created\r\nContent-Length: 3\r\n\r\nbad"))
                .isInstanceOf(IOException.class)
                .hasMessage("unexpected answer: HTTP/1.1 201 Created: bad");
    }

    @Test
    void answer_withoutALength_isRefused() {
        assertThatThrownBy(() -> ask("HTTP/1.1 201 Created\r\n\r\ngood"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not say how long it is");
    }

    @Test
    void connection_closedWithinAnAnswer_isAnError() {
        assertThatThrownBy(() -> ask("HTTP/1.1 201 Created\r\nContent-Length: 4\r\n\r\ngo"))
                .isInstanceOf(IOException.class)
                .hasMessage("the server closed the connection");
    }

    /** Asks a server that answers in these pieces and hangs up. */
    private static void ask(String... pieces) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> answer(server, pieces));
            try (HttpConnection connection = new HttpConnection(server.getLocalPort())) {
                connection.ask(REQUEST, 201, "good");
            }
            answering.join();
        }
    }

    private static void answer(ServerSocket server, String... pieces) {
        try (Socket socket = server.accept()) {
            socket.setTcpNoDelay(true);
            socket.getInputStream().readNBytes(REQUEST.length());
            OutputStream out = socket.getOutputStream();
            for (String piece : pieces) {
                out.write(piece.getBytes(StandardCharsets.US_ASCII));
                Thread.sleep(5);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

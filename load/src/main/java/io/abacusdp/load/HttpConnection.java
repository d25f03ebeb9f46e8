package io.abacusdp.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** A connection to a server on this machine that is kept open: as little of HTTP/1.1 as it takes to measure one. */
final class HttpConnection implements AutoCloseable {
    private static final String LENGTH = "\r\ncontent-length:";

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private byte[] answer = new byte[8192];

    HttpConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    /**
     * Sends a request in ASCII and waits for all of its answer.
     *
     * @param contained what the answer's body has to contain
     * @throws IOException if the answer is another one
     */
    void ask(String request, int status, String contained) throws IOException {
        out.write(request.getBytes(StandardCharsets.US_ASCII));
        int filled = 0;
        String head = "";
        int end = -1;
        while (end < 0) {
            filled = more(filled);
            head = text(0, filled);
            end = head.indexOf("\r\n\r\n");
        }
        int body = end + 4;
        int length = length(head.substring(0, end));
        while (filled < body + length) {
            filled = more(filled);
        }
        String text = text(body, length);
        if (!head.startsWith("HTTP/1.1 " + status) || !text.contains(contained)) {
            throw new IOException(
                    "unexpected answer: " + head.lines().findFirst().orElse("") + ": " + text);
        }
    }

    /** Reads what has arrived behind what there is already. */
    private int more(int filled) throws IOException {
        if (filled == answer.length) {
            answer = Arrays.copyOf(answer, 2 * filled);
        }
        int count = in.read(answer, filled, answer.length - filled);
        if (count < 0) {
            throw new IOException("the server closed the connection");
        }
        return filled + count;
    }

    private String text(int from, int length) {
        return new String(answer, from, length, StandardCharsets.ISO_8859_1);
    }

    private static int length(String head) throws IOException {
        String lines = head.toLowerCase(Locale.ROOT) + "\r\n";
        int from = lines.indexOf(LENGTH);
        if (from < 0) {
            throw new IOException("the answer does not say how long it is: " + head);
        }
        int start = from + LENGTH.length();
        return Integer.parseInt(
                lines.substring(start, lines.indexOf('\r', start)).strip());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

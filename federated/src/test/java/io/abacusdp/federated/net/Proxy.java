package io.abacusdp.federated.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A network between client and server that can be cut, at a byte or at once, and lead to another server. */
final class Proxy implements AutoCloseable {
    private final ServerSocket socket;
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final AtomicLong toServer = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong toClient = new AtomicLong(Long.MAX_VALUE);
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile int target;

    Proxy(int target) throws IOException {
        this.target = target;
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    /** Connections so far. */
    int accepted() {
        return accepted.get();
    }

    /** From now on, leads there. */
    void leadTo(int port) {
        target = port;
    }

    /** Cuts the connection after so many bytes more in each direction, once. */
    void cutAfter(long bytesToServer, long bytesToClient) {
        toServer.set(bytesToServer);
        toClient.set(bytesToClient);
    }

    void cut() {
        connections.forEach(Proxy::close);
        connections.clear();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                accepted.incrementAndGet();
                connections.add(client);
                try {
                    Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                    connections.add(server);
                    daemon(() -> copy(client, server, toServer));
                    daemon(() -> copy(server, client, toClient));
                } catch (IOException e) {
                    close(client);
                }
            }
        } catch (IOException e) {
            cut();
        }
    }

    private void copy(Socket from, Socket to, AtomicLong left) {
        byte[] buffer = new byte[4096];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (left.addAndGet(-n) < 0) {
                    left.set(Long.MAX_VALUE);
                    cut();
                    return;
                }
                out.write(buffer, 0, n);
            }
        } catch (IOException e) {
            // The connection was cut.
        } finally {
            close(from);
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        cut();
    }
}

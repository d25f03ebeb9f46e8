package io.abacusdp.federated.simulate;

import io.abacusdp.federated.client.ClientLedger;
import io.abacusdp.federated.client.ClientListener;
import io.abacusdp.federated.client.DataSeal;
import io.abacusdp.federated.client.FederatedClient;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.server.FederationServer;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.noise.RandomStreams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Runs a server with its clients in this process. Several threads serve the clients in turn, as there may be more of them than
 * threads would be good for; each client is served by one thread at a time.
 */
public final class Simulation {
    /** A client that has nothing to do does not hold up the others for longer. */
    private static final Duration NO_WAIT = Duration.ZERO;

    private final Map<String, Dataset> data;
    private final Path directory;
    private final RandomStreams streams;
    private final Optional<Identities> identities;
    private final EpsilonLimits caps;
    private final PrivacyCosts costs;
    private final Function<String, ClientListener> listeners;

    /**
     * A simulation of so many clients as there is data.
     *
     * @param data by client
     * @param directory in which each client has one of its own
     * @param caps of each client
     * @param listeners by client
     */
    public Simulation(
            Map<String, Dataset> data,
            Path directory,
            RandomStreams streams,
            Optional<Identities> identities,
            EpsilonLimits caps,
            PrivacyCosts costs,
            Function<String, ClientListener> listeners) {
        this.data = new TreeMap<>(data);
        this.directory = directory;
        this.streams = streams;
        this.identities = identities;
        this.caps = caps;
        this.costs = costs;
        this.listeners = listeners;
    }

    /**
     * Runs the server to its end, with its clients on so many threads.
     *
     * @throws IOException if the server or a client could not record what it did
     * @throws IllegalArgumentException if a client has other records than those that it began with
     */
    public FederationServer.Ended run(FederationServer server, int threads) throws IOException, InterruptedException {
        return run(server, server, threads);
    }

    /**
     * As the other, with clients that reach the server by some way.
     *
     * @param way to the server
     */
    public FederationServer.Ended run(FederationServer server, Coordinator way, int threads)
            throws IOException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (Opened opened = new Opened()) {
            for (Map.Entry<String, Dataset> each : data.entrySet()) {
                String name = each.getKey();
                ClientLedger ledger = ClientLedger.open(directory.resolve(name), name, caps, costs);
                opened.ledgers.add(ledger);
                DataSeal.require(directory.resolve(name), name, each.getValue());
                opened.clients.add(client(name, each.getValue(), ledger));
            }
            // A server whose clients are gone would wait for them.
            ClientQueue turns = new ClientQueue(opened.clients, Thread.currentThread()::interrupt);
            for (int i = 0; i < threads; i++) {
                pool.execute(() -> turns.serve(way, NO_WAIT));
            }
            try {
                return served(server, turns, pool);
            } finally {
                pool.shutdownNow();
                pool.awaitTermination(1, TimeUnit.MINUTES);
            }
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    /** What has to be closed, whose failures do not hide why it is. */
    private static final class Opened implements AutoCloseable {
        private final List<ClientLedger> ledgers = new ArrayList<>();
        private final List<FederatedClient> clients = new ArrayList<>();

        @Override
        public void close() throws IOException {
            clients.forEach(FederatedClient::close);
            for (ClientLedger ledger : ledgers) {
                ledger.close();
            }
        }
    }

    private static FederationServer.Ended served(FederationServer server, ClientQueue turns, ExecutorService pool)
            throws IOException, InterruptedException {
        try {
            FederationServer.Ended ended = server.run();
            pool.shutdown();
            pool.awaitTermination(1, TimeUnit.MINUTES);
            turns.throwFailure();
            return ended;
        } catch (InterruptedException e) {
            turns.throwFailure();
            throw e;
        }
    }

    private FederatedClient client(String name, Dataset records, ClientLedger ledger) {
        return new FederatedClient(
                name, records, ledger, identities.map(all -> all.enrolment(name)), streams, listeners.apply(name));
    }
}

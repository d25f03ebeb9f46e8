package io.abacusdp.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.federated.client.ClientLedger;
import io.abacusdp.federated.client.ClientListener;
import io.abacusdp.federated.client.ClientPhase;
import io.abacusdp.federated.client.Enrolment;
import io.abacusdp.federated.client.FederatedClient;
import io.abacusdp.federated.client.Roster;
import io.abacusdp.federated.enrol.Credentials;
import io.abacusdp.federated.net.ClientLimits;
import io.abacusdp.federated.net.Reconnection;
import io.abacusdp.federated.net.RemoteCoordinator;
import io.abacusdp.federated.net.ServerUnreachableException;
import io.abacusdp.federated.noise.Streams;
import io.abacusdp.federated.privacy.Costs;
import io.abacusdp.federated.privacy.HistoryJson;
import io.abacusdp.federated.privacy.Limits;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.training.data.Dataset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.PublicKey;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A client's work, from its credentials to the end of the run. */
final class FederatedSite {
    private static final Duration LONG_POLL = Duration.ofSeconds(20);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);

    private final Path directory;
    private final Path ledgerDirectory;
    private final Limits caps;
    private final Costs costs;
    private final Streams streams;
    private final Output output;

    FederatedSite(
            Path directory,
            Path ledgerDirectory,
            Limits caps,
            double delta,
            @Nullable Long insecureSeed,
            Output output) {
        this.directory = directory;
        this.ledgerDirectory = ledgerDirectory;
        this.caps = caps;
        this.costs = Costs.best(delta);
        this.streams = insecureSeed == null ? Streams.secure() : Streams.insecureForTests(insecureSeed);
        this.output = output;
    }

    void work(String host, int port, Dataset records, Duration reconnect) throws IOException, InterruptedException {
        Credentials credentials = Credentials.open(directory);
        String name = credentials.name();
        int enrolled = credentials.roster().member(name).map(it -> it.records()).orElse(records.size());
        if (enrolled != records.size()) {
            throw new UsageException("%s was enrolled with %d records, and the data has %d; what tasks cost rests on it"
                    .formatted(name, enrolled, records.size()));
        }
        ClientLimits limits = ClientLimits.of(Reconnection.of(reconnect));
        try (ClientLedger ledger = ClientLedger.open(ledgerDirectory, name, caps, costs);
                RemoteCoordinator server = RemoteCoordinator.connect(host, port, credentials, limits);
                FederatedClient client = new FederatedClient(
                        name, records, ledger, Optional.of(keys(credentials)), streams, new Progress(output))) {
            output.diagnose("%s takes part in run %s".formatted(name, server.run()));
            print(client.run(server, LONG_POLL), ledger.history());
        } catch (io.abacusdp.federated.protocol.RefusedException e) {
            throw new RefusedException("the server does not serve %s: %s".formatted(name, e.getMessage()), e);
        } catch (ServerUnreachableException | UncheckedIOException e) {
            throw new FailedException(Failures.message(e), e);
        }
    }

    private static Enrolment keys(Credentials credentials) {
        Map<String, PublicKey> keys =
                credentials.roster().members().stream().collect(Collectors.toMap(it -> it.name(), it -> it.identity()));
        return new Enrolment(credentials.identity(), new Roster(keys));
    }

    private void print(String reason, PrivacyHistory history) {
        OptionalDouble records = epsilon(costs.worstRecords(history).map(Costs.OfClient::guarantee));
        OptionalDouble client = epsilon(costs.released(history));
        if (output.isJson()) {
            ObjectNode node = JsonNodeFactory.instance.objectNode().put("finished", reason);
            HistoryJson.putEpsilon(node, "epsilon_sample", records);
            HistoryJson.putEpsilon(node, "epsilon_user", client);
            node.put("delta", costs.delta()).put("secure", streams.isSecure());
            output.line(node.toString());
        } else {
            output.line("finished " + reason);
            records.ifPresent(value -> output.line("epsilon_sample " + output.up(value)));
            client.ifPresent(value -> output.line("epsilon_user " + output.up(value)));
            output.line("delta " + SafeFigures.exact(costs.delta()));
        }
    }

    private static OptionalDouble epsilon(Optional<Guarantee> guarantee) {
        return guarantee.isPresent() ? OptionalDouble.of(guarantee.get().epsilon()) : OptionalDouble.empty();
    }

    /** Says now and then how far the client is. */
    private static final class Progress implements ClientListener {
        private final Console console;
        private long lastLine = System.nanoTime();

        Progress(Console console) {
            this.console = console;
        }

        @Override
        public void reached(ClientPhase phase, TaskId task) {
            long now = System.nanoTime();
            if (phase == ClientPhase.HANDED_IN && now - lastLine >= BETWEEN_LINES.toNanos()) {
                lastLine = now;
                console.diagnose("handed in step %d of round %d".formatted(task.step(), task.round()));
            }
        }

        @Override
        public void noted(String message) {
            console.diagnose(message);
        }
    }
}

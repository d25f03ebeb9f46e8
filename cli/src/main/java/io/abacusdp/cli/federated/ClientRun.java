package io.abacusdp.cli.federated;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.LargeDelta;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.Console;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.OutsideFailureException;
import io.abacusdp.cli.output.RefusedRequestException;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.federated.client.ClientLedger;
import io.abacusdp.federated.client.ClientListener;
import io.abacusdp.federated.client.ClientPhase;
import io.abacusdp.federated.client.ClientTrust;
import io.abacusdp.federated.client.EnrolledKeys;
import io.abacusdp.federated.client.Enrolment;
import io.abacusdp.federated.client.FederatedClient;
import io.abacusdp.federated.client.OtherLedgerException;
import io.abacusdp.federated.enrol.Credentials;
import io.abacusdp.federated.net.ClientLimits;
import io.abacusdp.federated.net.Reconnection;
import io.abacusdp.federated.net.RemoteCoordinator;
import io.abacusdp.federated.net.ServerUnreachableException;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.protocol.RefusedAnswerException;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.noise.TestSeed;
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
final class ClientRun {
    private static final Duration LONG_POLL = Duration.ofSeconds(20);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);

    private final Path directory;
    private final Path ledgerDirectory;
    private final EpsilonLimits caps;
    private final Optional<ClientTrust> trust;
    private final PrivacyCosts costs;
    private final RandomStreams streams;
    private final AnswerOutput output;

    ClientRun(
            Path directory,
            Path ledgerDirectory,
            EpsilonLimits caps,
            Optional<ClientTrust> trust,
            double delta,
            @Nullable Long insecureSeed,
            AnswerOutput output) {
        this.directory = directory;
        this.ledgerDirectory = ledgerDirectory;
        this.caps = caps;
        this.trust = trust;
        this.costs = PrivacyCosts.best(delta);
        this.streams = insecureSeed == null ? RandomStreams.secure() : RandomStreams.insecureForTests(insecureSeed);
        this.output = output;
    }

    void work(String host, int port, Dataset records, Duration reconnect) throws IOException, InterruptedException {
        output.warn(LargeDelta.warning(costs.delta(), Math.max(1, records.size())));
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
        } catch (RefusedAnswerException e) {
            throw new RefusedRequestException("the server does not serve %s: %s".formatted(name, e.getMessage()), e);
        } catch (OtherLedgerException e) {
            throw new RefusedRequestException(CommandFailures.message(e), e);
        } catch (ServerUnreachableException e) {
            throw new OutsideFailureException(CommandFailures.message(e), e);
        } catch (UncheckedIOException e) {
            throw InterruptedRun.because(e, "the same command");
        }
    }

    private Enrolment keys(Credentials credentials) {
        Map<String, PublicKey> keys =
                credentials.roster().members().stream().collect(Collectors.toMap(it -> it.name(), it -> it.identity()));
        return new Enrolment(credentials.identity(), new EnrolledKeys(keys), trust);
    }

    private void print(String reason, PrivacyHistory history) {
        OptionalDouble records =
                FederatedOutcome.epsilon(costs.worstRecords(history).map(PrivacyCosts.OfClient::guarantee));
        OptionalDouble client = FederatedOutcome.epsilon(costs.released(history));
        if (output.isJson()) {
            ObjectNode node = JsonNodeFactory.instance.objectNode().put("finished", reason);
            FederatedOutcome.putEpsilon(node, streams, "epsilon_sample", records);
            FederatedOutcome.putEpsilon(node, streams, "epsilon_user", client);
            FederatedOutcome.putAdjacencies(node, history, costs);
            node.put("delta", costs.delta());
            FederatedOutcome.putSecure(node, streams);
            output.line(node.toString());
        } else {
            output.line("finished " + reason);
            records.ifPresent(value -> output.line("epsilon_sample " + shown(value)));
            client.ifPresent(value -> output.line("epsilon_user " + shown(value)));
            FederatedOutcome.lineAdjacencies(output, history, costs);
            output.line("delta " + SafeFigures.exact(costs.delta()));
        }
    }

    private String shown(double epsilon) {
        return TestSeed.epsilon(streams.isSecure(), output.up(epsilon));
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

package io.abacusdp.federated.server;

import io.abacusdp.federated.budget.LocalLedger;
import io.abacusdp.federated.message.Answer;
import io.abacusdp.federated.protocol.Receipt;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * How often clients can have charged themselves, and who says that it was more often. Safe for use by several threads.
 *
 * <p>Formula: a client charges itself at most once each time that it is handed the first task of an attempt, hence at most
 * d·a + n times, with a the attempts that the ledger held when this server started, d the most often that a task is handed out,
 * and n how often it was handed one since.
 */
final class ChargeClaims {
    private final TaskBoard board;
    private final Map<String, Long> before = new HashMap<>();
    private final Map<String, Long> beyond = new TreeMap<>();

    ChargeClaims(Collection<String> clients, LocalLedger ledger, TaskBoard board) {
        this.board = board;
        long handedOut = Math.multiplyExact(ledger.attempts(), (long) TaskBoard.MOST_DELIVERIES);
        clients.forEach(client -> before.put(client, Math.max(handedOut, ledger.allCharges(client))));
    }

    /** How often a client can have charged itself in this run. */
    long possible(String client) {
        // The board is asked before this is locked, as it calls this while it is locked itself.
        long handedOut = board.deliveries(client);
        synchronized (this) {
            return Math.addExact(Objects.requireNonNull(before.get(client)), handedOut);
        }
    }

    /** @throws NotBelievedException if the client says that it was more often than it can have been; which is kept in mind */
    void require(String client, Answer answer) {
        long most = possible(client);
        if (answer.charges() > most) {
            synchronized (this) {
                beyond.put(client, (long) answer.charges());
            }
            throw new NotBelievedException("charges must be at most %d, as often as %s was handed a task, got %d"
                    .formatted(most, client, answer.charges()));
        }
    }

    /** What answers named that were refused because another of their client was taken, since this was last asked. */
    Map<String, Receipt> takeSeconds() {
        return board.takeSeconds();
    }

    /** How many charges of the last attempt are explained by its task having been handed out more than once. */
    int explained(String client) {
        return board.redeliveries(client);
    }

    /** What was said beyond what can have been since this was last asked, by client. */
    synchronized Map<String, Long> takeBeyond() {
        Map<String, Long> said = Map.copyOf(beyond);
        beyond.clear();
        return said;
    }

    /** So many attempts more were found to have been made, which the ledger had lost. */
    synchronized void found(long attempts) {
        long handedOut = Math.multiplyExact(attempts, (long) TaskBoard.MOST_DELIVERIES);
        before.replaceAll((client, most) -> Math.addExact(most, handedOut));
    }
}

package io.abacusdp.federated.client;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.federated.message.ClientLevel;
import io.abacusdp.federated.message.LocalTraining;
import io.abacusdp.federated.message.SecureSettings;
import io.abacusdp.federated.message.Task;
import io.abacusdp.federated.noise.DistributedSkellam;
import io.abacusdp.federated.noise.SecureSum;
import io.abacusdp.federated.secagg.Session;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.ModelSpec;
import java.util.Optional;

/** A client's own reckoning of what a task costs, against what the server says. */
final class TaskCheck {
    private TaskCheck() {}

    /**
     * Whether a client can do a task must not depend on its records: that would tell something of them which no noise covers.
     *
     * @throws RefusedTaskException if the model takes some records and not others
     */
    static void model(ModelSpec model) {
        if (model.layers().stream().anyMatch(LayerSpec.Embedding.class::isInstance)) {
            throw new RefusedTaskException(
                    "a model with a vocabulary is not taken from a server: whether records are within it would tell of them");
        }
    }

    /** @throws RefusedTaskException if the steps cost the client's records something else than the task says */
    static void records(Task.Train task, int records) {
        LocalTraining local = task.local();
        if (local.lot() > records) {
            throw new RefusedTaskException("a lot of " + local.lot() + " is more than this client has records");
        }
        Optional<DpEvent> expected = local.noiseMultiplier() > 0
                ? Optional.of(local.charge(records))
                : task.clientLevel().isPresent() ? Optional.empty() : Optional.of(new NonPrivate());
        if (!task.recordCharge().equals(expected)) {
            throw new RefusedTaskException("the task costs each record "
                    + expected.map(Object::toString).orElse("nothing that is charged") + ", and the server says "
                    + task.recordCharge().map(Object::toString).orElse("nothing that is charged"));
        }
    }

    /**
     * @throws RefusedTaskException if the server has seen answers for more charges than the client's ledger holds
     * @throws OtherLedgerException if it has seen one for a charge that is in another ledger
     */
    static void ledger(Task.Train task, ClientLedger ledger) {
        int charges = ledger.receipt(task.run()).charges();
        if (task.answered().charges() > charges) {
            throw new RefusedTaskException(
                    ("the server has answers of this client for %d charges, and its ledger holds %d: it was put back or cut, and what"
                                    + " was spent is not known. Bring back the newest charges.log")
                            .formatted(task.answered().charges(), charges));
        }
        if (!ledger.holds(task.run(), task.answered())) {
            throw new OtherLedgerException(task.answered().charges());
        }
    }

    /**
     * The noisy sum that the settings describe.
     *
     * @throws RefusedTaskException if it costs the client something else than the task says
     */
    static SecureSum secureSum(Task.Train task, SecureSettings settings, Session session) {
        ClientLevel level = task.clientLevel()
                .orElseThrow(() -> new RefusedTaskException("secure aggregation must protect the client as a whole"));
        SecureSum sum = sum(task.parameters().length, settings, session.honestInEverySum());
        DpEvent expected = sum.event(session.failureProbability());
        if (!expected.equals(level.charge())) {
            throw new RefusedTaskException("taking part costs " + expected + ", and the server says " + level.charge());
        }
        return sum;
    }

    /**
     * What a sum costs the client by its own assumption of whom it can trust: the server's price, or more.
     *
     * @throws RefusedTaskException if it does not hold by that assumption
     */
    static DpEvent ownPrice(SecureSum sum, SecureSettings settings, Session session, ClientTrust trust) {
        int honest = trust.honestInEverySum(settings, session);
        int counted = session.honestInEverySum();
        if (honest == counted) {
            return sum.event(session.failureProbability());
        }
        double variance = Math.nextDown(Math.nextDown(sum.noise().variance() * honest) / counted);
        return new SecureSum(sum.parameters(), sum.scale(), sum.countUnit(), new DistributedSkellam(variance, honest))
                .event(session.failureProbability());
    }

    private static SecureSum sum(int parameters, SecureSettings settings, int honest) {
        return new SecureSum(
                parameters,
                settings.scale(),
                settings.countUnit(),
                new DistributedSkellam(settings.variance(), honest));
    }
}

package io.abacusdp.federated.server;

import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.training.step.Clipping;
import java.nio.file.Path;
import java.util.Optional;

/** A process that halts at a state, or runs to its end: directory, state or none, round. */
final class CrashingFederation {
    /** Of a process that halted where it was told to. */
    static final int HALTED = 77;

    private CrashingFederation() {}

    static TestFederation federation(Path directory) {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.HYBRID);
        federation.isSecure = true;
        federation.clients = 5;
        federation.clientNoise = Optional.of(new ClientNoise(5, 2, new Clipping.Flat(0.5)));
        federation.rounds = 2;
        return federation;
    }

    public static void main(String[] args) throws Exception {
        TestFederation federation = federation(Path.of(args[0]));
        federation.listener = new RoundListener() {
            @Override
            public void entered(RoundState state, Attempt attempt) {
                if (state.name().equals(args[1]) && attempt.equals(new Attempt(Integer.parseInt(args[2]), 0))) {
                    // No hook, no flush: as if the power had failed.
                    Runtime.getRuntime().halt(HALTED);
                }
            }
        };
        if (ServerDirectory.holdsRun(federation.serverDirectory())) {
            federation.resume();
        } else {
            federation.begin();
        }
    }
}

package io.abacusdp.cli;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs the usual commands once, for nothing but the classes that they load: the launcher archives those at exit. */
final class Rehearsal {
    /** Errors have classes, too. */
    static final String MISTAKE = "epsilon --delta 2";

    static final List<String> COMMAND_LINES = List.of(
            "epsilon --noise-multiplier 1 --sampling-rate 0.01 --steps 1000 --delta 1e-5",
            "epsilon --noise-multiplier 1 --examples 6000 --batch-size 60 --epochs 1 --delta 1e-5 --format json",
            "epsilon --noise-multiplier 1 --steps 10 --delta 1e-5 --orders classic --conversion balle",
            "delta --noise-multiplier 1 --sampling-rate 0.01 --steps 1000 --epsilon 1",
            "noise --epsilon 1 --delta 1e-5 --sampling-rate 0.01 --steps 100",
            "rdp --noise-multiplier 1 --sampling-rate 0.01 --steps 10 --order 2.5",
            "profile --noise-multiplier 1 --sampling-rate 0.01 --steps 1000 --plot -",
            "compare --noise-multiplier 1 --sampling-rate 0.01 --steps 1000 --delta 1e-5",
            "risk --noise-multiplier 1 --sampling-rate 0.01 --steps 1000",
            "compose --phase 1:0.01:10 --phase 2:0.01:10 --delta 1e-5",
            "statement --noise-multiplier 1 --examples 6000 --batch-size 60 --epochs 1 --delta 1e-5",
            "batch",
            "--help",
            MISTAKE);

    private static final String QUERY =
            "{\"query\":\"epsilon\",\"delta\":1e-5,\"event\":{\"type\":\"repeated\",\"count\":10,"
                    + "\"event\":{\"type\":\"poisson_sampled\",\"rate\":0.01,"
                    + "\"event\":{\"type\":\"gaussian\",\"noise_multiplier\":1}}}}";

    private Rehearsal() {}

    public static void main(String[] args) {
        for (String commandLine : COMMAND_LINES) {
            Abacus.run(
                    new ByteArrayInputStream(QUERY.getBytes(StandardCharsets.UTF_8)),
                    OutputStream.nullOutputStream(),
                    OutputStream.nullOutputStream(),
                    commandLine.split(" ", -1));
        }
    }
}

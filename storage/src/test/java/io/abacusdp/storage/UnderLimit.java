package io.abacusdp.storage;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * Tries every way to write a file that this module has, and prints what each says. Run in a process that can write files of one
 * KiB only: the operating system takes as many bytes of a longer write, and refuses the rest.
 */
final class UnderLimit {
    /** More than the limit, less than one write. */
    static final String LONG = "n".repeat(3000);

    private UnderLimit() {}

    @FunctionalInterface
    private interface Write {
        void run() throws IOException;
    }

    public static void main(String[] args) {
        Path directory = Path.of(args[0]);
        attempt("replace", () -> DurableFile.replace(directory.resolve("replace"), LONG));
        attempt(
                "pieces",
                () -> DurableFile.replace(directory.resolve("pieces"), out -> {
                    for (int i = 0; i < LONG.length(); i++) {
                        out.write('n');
                    }
                }));
        attempt(
                "swallowed",
                () -> DurableFile.replace(directory.resolve("swallowed"), out -> {
                    PrintStream tellsNobody = new PrintStream(out, true, StandardCharsets.UTF_8);
                    tellsNobody.print(LONG);
                }));
        attempt(
                "closed",
                () -> DurableFile.replace(directory.resolve("closed"), out -> {
                    try (Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8)) {
                        writer.write(LONG.repeat(10));
                    }
                }));
        attempt(
                "create",
                () -> DurableFile.create(
                        directory.resolve("create"), out -> out.write(LONG.getBytes(StandardCharsets.UTF_8))));
        attempt("private", () -> DurableFile.createPrivate(directory.resolve("private"), LONG));
        attempt(
                "tensors",
                () -> Safetensors.write(
                        directory.resolve("tensors"),
                        Tensors.of(Map.of("t", Tensor.of(new float[1000], 1000)), Map.of())));
        attempt("lines", () -> {
            for (int i = 0; i < 200; i++) {
                LineFile.append(directory.resolve("lines"), "line " + i);
                acknowledge("lines");
            }
        });
        attempt("log", () -> {
            try (ChainedLog log = ChainedLog.create(directory.resolve("log"), "log")) {
                for (int i = 0; i < 200; i++) {
                    log.append("line " + i);
                    log.awaitDurable();
                    acknowledge("log");
                }
            }
        });
    }

    private static void acknowledge(String what) {
        System.out.println("acknowledged " + what);
    }

    private static void attempt(String name, Write write) {
        try {
            write.run();
            System.out.println(name + ": done");
        } catch (IOException e) {
            System.out.println(name + ": " + e.getMessage());
        }
    }
}

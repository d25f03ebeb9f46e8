package io.abacusdp.cli;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.storage.Safetensors;
import io.abacusdp.storage.Tensors;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Digits;
import io.abacusdp.training.data.ExampleFormat;
import io.abacusdp.training.data.Features;
import io.abacusdp.training.gradient.ClipBounds;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelJson;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.ModelTensors;
import io.abacusdp.training.sum.Lot;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The walks of ARCHITECTURE.md, one in a process. Its arguments are the heading of a walk and a folder. */
final class Walk {
    private final Path folder;

    private Walk(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] args) throws IOException {
        Walk walk = new Walk(Path.of(args[1]));
        switch (args[0]) {
            case "From an event to a guarantee" ->
                command("epsilon --noise-multiplier 1 --sampling-rate 0.01 --steps 1000 --delta 1e-5");
            case "From settings to a private model" -> walk.inFolder("train --epochs 1 --out FOLDER/run");
            case "From a round to a released model" ->
                walk.inFolder("federated simulate --clients 3 --rounds 1 --style hybrid --out FOLDER/run");
            case "From keys to a call that is believed" -> walk.network();
            case "From a request to a durable answer" -> walk.charge();
            case "From a model file to a prediction" -> walk.predict();
            case "From a lot to a sum of clipped gradients" -> sum();
            default -> throw new IllegalArgumentException("there is no walk " + args[0]);
        }
        System.exit(0);
    }

    private static void command(String line) {
        int status = Abacus.run(
                InputStream.nullInputStream(), OutputStream.nullOutputStream(), System.err, line.split(" ", -1));
        if (status != 0) {
            throw new IllegalStateException("exit status %d of %s".formatted(status, line));
        }
    }

    private void inFolder(String line) {
        command(line.replace("FOLDER", folder.toString()));
    }

    private void network() throws IOException {
        List<String> names = List.of("site-a", "site-b");
        int all = Digits.load().train().size();
        for (int i = 0; i < names.size(); i++) {
            int records = (all + 1 - i) / 2;
            inFolder("federated key --name %s --records %d --out FOLDER/%s"
                    .formatted(names.get(i), records, names.get(i)));
        }
        inFolder("federated key --name server --host localhost,127.0.0.1 --out FOLDER/server");
        inFolder("federated enrol --federation FOLDER/fed FOLDER/site-a/request.json FOLDER/site-b/request.json"
                + " FOLDER/server/request.json");
        for (String name : List.of("site-a", "site-b", "server")) {
            Files.copy(
                    folder.resolve("fed/enrolled").resolve(name).resolve("enrolment.json"),
                    folder.resolve(name).resolve("enrolment.json"));
        }
        int port = freePort();
        Thread server = inThread("federated server --federation FOLDER/fed --credentials FOLDER/server --run FOLDER/run"
                + " --style sample --rounds 1 --port " + port);
        Thread first = inThread(client(port, "site-a", 1));
        Thread second = inThread(client(port, "site-b", 2));
        for (Thread thread : List.of(server, first, second)) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static String client(int port, String name, int part) {
        return "federated client --server localhost:%d --credentials FOLDER/%s --bundled %d/2"
                .formatted(port, name, part);
    }

    private Thread inThread(String line) {
        Thread thread = new Thread(() -> inFolder(line));
        thread.setUncaughtExceptionHandler((failed, e) -> {
            e.printStackTrace();
            System.exit(1);
        });
        thread.start();
        return thread;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void charge() throws IOException {
        SigningKey signer = SigningKey.readOrCreate(folder.resolve("signing.key"));
        try (Ledger ledger = Ledger.open("jdbc:sqlite:" + folder.resolve("ledger.db"), signer, Clock.systemUTC())) {
            ledger.addAccount("team", new PrivacyUnit("person", Adjacency.ADD_OR_REMOVE_ONE));
            ledger.setBudget(Scope.account("team"), new Budget(new ZcdpLimit(1), null), "first", "second", "admin");
            ledger.charge("key", new Charge("team", List.of()), new Gaussian(10));
        }
    }

    private void predict() throws IOException {
        ExampleFormat format = Digits.load().test().format().with(Features.SCATTERING);
        ModelSpec spec = ModelSpec.of(2, 2, 81).flatten().linear(10).loss(Loss.SOFTMAX_CROSS_ENTROPY);
        Model model = new Model(spec, new float[spec.parameterCount()]);
        Map<String, String> metadata = Map.of("model", ModelJson.write(spec), "examples", format.toJson());
        Safetensors.write(folder.resolve("model.safetensors"), Tensors.of(ModelTensors.of(model), metadata));
        inFolder("predict --model FOLDER --data digits");
    }

    private static void sum() {
        Dataset digits = Digits.load().train();
        ModelSpec spec = BuiltInModel.CNN.forData(digits);
        try (GradientEngine engine = new GradientEngine(spec, 2)) {
            engine.clippedSum(
                    new float[spec.parameterCount()],
                    digits,
                    Lot.oneGroup(IntStream.range(0, 64).toArray()),
                    ClipBounds.flat(spec, 1));
        }
    }
}

package io.abacusdp.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.federated.privacy.Costs;
import io.abacusdp.federated.privacy.FedMedPrivacy;
import io.abacusdp.federated.privacy.HistoryJson;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.RoundRecord;
import io.abacusdp.training.store.DurableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Rounds of somebody's own training. */
@Command(
        name = "record",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Adds rounds of your own federated training to a history, and says what all of it cost.",
            "The history is a JSON file with the privacy fields that DP-FedMed keeps."
        },
        footer = {
            "",
            "Example: a round of 100 local steps with noise 1 at rate 0.1.",
            "  abacus federated record history.json --round 1 --sample 1,0.1,100"
        })
final class FederatedRecordCommand implements Runnable {
    @Parameters(paramLabel = "FILE", description = "History; a new one if there is none.")
    private Path file = Path.of("");

    @Option(
            names = "--round",
            paramLabel = "N",
            converter = Numbers.Size.class,
            description = "Number of the round, from 1. Without it, nothing is added.")
    private @Nullable Integer round;

    @Option(
            names = "--sample",
            paramLabel = "SIGMA,Q,STEPS",
            converter = StepsConverter.class,
            description = "Noise multiplier, sampling rate and number of steps for records.")
    private @Nullable Steps sample;

    @Option(
            names = "--user",
            paramLabel = "SIGMA,Q,STEPS",
            converter = StepsConverter.class,
            description = "Noise multiplier, sampling rate and number of steps for clients.")
    private @Nullable Steps user;

    @Option(
            names = "--delta",
            paramLabel = "D",
            converter = Numbers.Delta.class,
            description = "Delta of a new history. Default: 1e-5, or that of the file.")
    private @Nullable Double delta;

    @Option(
            names = "--accountant",
            paramLabel = "NAME",
            converter = Choices.AccountantNames.class,
            completionCandidates = Choices.AccountantNames.class,
            description = "Who accounts: ${COMPLETION-CANDIDATES}. Default: auto, or rdp if"
                    + " --orders or --conversion is given.")
    private @Nullable String accountant;

    @Mixin
    private RenyiOptions renyi = new RenyiOptions();

    @Mixin
    private Output output = new Output();

    @Override
    public void run() {
        try {
            FedMedPrivacy before = Files.exists(file)
                    ? FedMedPrivacy.read(Files.readString(file))
                    : FedMedPrivacy.empty(delta == null ? 1e-5 : delta);
            if (delta != null && delta != before.targetDelta()) {
                throw new UsageException(
                        "--delta must be that of the history, %s, got %s".formatted(before.targetDelta(), delta));
            }
            FedMedPrivacy after = round == null ? before : before.with(record());
            Costs costs = new Costs(accountant(), after.targetDelta());
            PrivacyHistory history = after.history("client");
            if (round != null) {
                byte[] bytes =
                        (FedMedPrivacy.write(history, costs).toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8);
                DurableFile.replace(file, channel -> channel.write(ByteBuffer.wrap(bytes)));
            }
            print(history, costs);
        } catch (IOException e) {
            throw new UsageException(Failures.message(e), e);
        }
    }

    private RoundRecord record() {
        if (sample == null && user == null) {
            throw new UsageException("--round needs --sample or --user, what the round cost, got neither");
        }
        Steps records = sample == null ? Steps.NONE : sample;
        Steps clients = user == null ? Steps.NONE : user;
        return new RoundRecord(
                round == null ? 1 : round,
                records.sigma(),
                records.rate(),
                records.count(),
                clients.sigma(),
                clients.rate(),
                clients.count());
    }

    /** Equal steps of one round. */
    record Steps(double sigma, double rate, long count) {
        static final Steps NONE = new Steps(0, 0, 0);
    }

    /** Steps as three numbers. */
    static final class StepsConverter implements ITypeConverter<Steps> {
        @Override
        public Steps convert(String text) {
            List<String> parts = List.of(text.split(",", -1));
            if (parts.size() != 3) {
                throw new TypeConversionException("must be SIGMA,Q,STEPS, got " + text);
            }
            return new Steps(
                    new Numbers.Epsilon().convert(parts.get(0)),
                    new Numbers.Probability().convert(parts.get(1)),
                    new Numbers.Count().convert(parts.get(2)));
        }
    }

    private Accountant accountant() {
        String who = accountant == null ? Accountants.absent(renyi.given()) : accountant;
        if (!who.equals(Accountants.RDP) && renyi.given()) {
            throw new UsageException(
                    "--orders and --conversion are for --accountant %s, got %s".formatted(Accountants.RDP, who));
        }
        return renyi.accountant(who);
    }

    private void print(PrivacyHistory history, Costs costs) {
        if (output.isJson()) {
            ObjectNode node = HistoryJson.write(history, costs);
            node.remove(List.of(
                    "sample_history",
                    "user_history",
                    "participation_history",
                    "cumulative_user_epsilon_sampling_known"));
            output.line(node.toString());
            return;
        }
        print("epsilon_sample", costs.worstRecords(history).map(Costs.OfClient::guarantee));
        print("epsilon_user", costs.released(history));
        costs.conservativeTotal(history).ifPresent(total -> output.line("conservative_total " + output.up(total)));
        output.line("delta " + SafeFigures.exact(costs.delta()));
    }

    private void print(String name, Optional<Guarantee> guarantee) {
        guarantee.ifPresent(it -> output.line(name + " " + output.up(it.epsilon())));
    }
}

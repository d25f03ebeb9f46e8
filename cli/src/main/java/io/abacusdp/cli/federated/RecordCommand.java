package io.abacusdp.cli.federated;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.cli.option.AccountantOption;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.federated.privacy.FedMedPrivacy;
import io.abacusdp.federated.privacy.HistoryJson;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.RoundRecord;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.storage.Turns;
import java.io.IOException;
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
final class RecordCommand implements Runnable {
    @Parameters(paramLabel = "FILE", description = "History; a new one if there is none.")
    private Path file = Path.of("");

    @Option(
            names = "--round",
            paramLabel = "N",
            converter = NumberConverters.Size.class,
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
            converter = NumberConverters.Delta.class,
            description = "Delta of a new history. Default: 1e-5, or that of the file.")
    private @Nullable Double delta;

    @Mixin
    private AccountantOption accountant = new AccountantOption();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        try {
            // Two names of one history are one history.
            Path history = DurableFile.target(file);
            if (round == null) {
                tell(before(history));
                return;
            }
            RoundRecord added = record();
            // Of two that read, add and replace at the same time, one would lose its round.
            Path lock = history.resolveSibling("." + history.getFileName() + ".lock");
            tell(Turns.take(lock, () -> {
                FedMedPrivacy after = before(history).with(added);
                DurableFile.replace(
                        history,
                        FedMedPrivacy.write(history(after), costs(after)).toPrettyString() + "\n");
                return after;
            }));
        } catch (IOException e) {
            throw new UsageException(CommandFailures.message(e), e);
        }
    }

    private FedMedPrivacy before(Path history) throws IOException {
        FedMedPrivacy before = Files.exists(history)
                ? FedMedPrivacy.read(Files.readString(history))
                : FedMedPrivacy.empty(delta == null ? 1e-5 : delta);
        if (delta != null && delta != before.targetDelta()) {
            throw new UsageException(
                    "--delta must be that of the history, %s, got %s".formatted(before.targetDelta(), delta));
        }
        return before;
    }

    private void tell(FedMedPrivacy rounds) {
        print(history(rounds), costs(rounds));
    }

    private static PrivacyHistory history(FedMedPrivacy rounds) {
        return rounds.history("client");
    }

    private PrivacyCosts costs(FedMedPrivacy rounds) {
        return new PrivacyCosts(accountant.accountant(), rounds.targetDelta());
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
                    new NumberConverters.Epsilon().convert(parts.get(0)),
                    new NumberConverters.Probability().convert(parts.get(1)),
                    new NumberConverters.Count().convert(parts.get(2)));
        }
    }

    private void print(PrivacyHistory history, PrivacyCosts costs) {
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
        print("epsilon_sample", costs.worstRecords(history).map(PrivacyCosts.OfClient::guarantee));
        print("epsilon_user", costs.released(history));
        costs.conservativeTotal(history).ifPresent(total -> output.line("conservative_total " + output.up(total)));
        output.line("delta " + SafeFigures.exact(costs.delta()));
    }

    private void print(String name, Optional<Guarantee> guarantee) {
        guarantee.ifPresent(it -> output.line(name + " " + output.up(it.epsilon())));
    }
}

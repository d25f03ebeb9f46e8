package io.abacusdp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.cli.account.NoiseCommand;
import io.abacusdp.cli.output.CommandFailures;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

class AbacusTest {
    @Test
    void help_ofTheCommand_listsAllCommandsOnStandardOutput() {
        Run run = Run.of("--help");
        assertThat(run.status()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("epsilon", "delta", "noise", "steps", "rate", "rdp", "compose", "statement", "batch")
                .contains("compute-dp-sgd-privacy", "compute-dp-epsilon", "Exit status");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "epsilon",
                "delta",
                "noise",
                "steps",
                "rate",
                "rdp",
                "profile",
                "tradeoff",
                "risk",
                "compare",
                "compose",
                "statement",
                "bench",
                "ledger",
                "bench train",
                "batch",
                "compute-dp-sgd-privacy",
                "compute-dp-epsilon"
            })
    void help_ofEachCommand_hasAnExampleAndFitsATerminal(String command) {
        Run run = Run.of(command + " --help");
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("Usage: abacus " + command, "Example:", "abacus " + command);
        assertThat(run.lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void help_ofAccountant_namesAllOfThem() {
        assertThat(Run.of("epsilon --help").out().replaceAll("\\s+", " "))
                .contains("Who accounts: auto, exact, pld, rdp, optimal, strong, basic. Default: auto");
    }

    @Test
    void version_asked_namesItselfAndJava() {
        Run run = Run.of("--version");
        assertThat(run.status()).isZero();
        assertThat(run.out()).matches("abacus \\d+\\.\\d+\\.\\d+\\S* \\(Java \\d+.*\\)\\R");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "|a command is missing",
                "epsilom --delta 1e-5|'epsilom'",
                "epsilon|Missing required option: '--delta=D'",
                "epsilon --delta 1e-5 --stepz 3|'--stepz'",
                "epsilon --delta 1e-5|what was run is missing: give --noise-multiplier, or --events",
                "epsilon --noise-multiplier 1 --delta 1|'--delta': must be a number in [0, 1), got 1",
                "epsilon --noise-multiplier 1 --delta NaN|'--delta': must be a number in [0, 1), got NaN",
                "epsilon --noise-multiplier 1 --delta 1e-999|that a double can hold, got 1e-999",
                "epsilon --noise-multiplier -1 --delta .1|'--noise-multiplier': must be a finite number above 0, got -1",
                "epsilon --noise-multiplier 1e999 --delta .1|must be a finite number above 0, got 1e999",
                "epsilon --noise-multiplier 1 --sampling-rate 1.5 --delta .1|'--sampling-rate': must be a number in (0, 1], got 1.5",
                "epsilon --noise-multiplier 1 --steps 1.5 --delta .1|'--steps': must be an integer from 1 to 2^53, got 1.5",
                "epsilon --noise-multiplier 1 --steps 0 --delta .1|'--steps': must be an integer from 1 to 2^53, got 0",
                "epsilon --noise-multiplier 1 --steps 9007199254740992.5 --delta .1|must be an integer from 1 to 2^53",
                "epsilon --noise-multiplier 1 --steps 1 --epochs 1 --delta .1|--steps and --epochs exclude each other",
                "epsilon --noise-multiplier 1 --sampling-rate .1 --delta .1|needs --steps or --epochs, got neither",
                "epsilon --noise-multiplier 1 --examples 9 --steps 1 --delta .1|--examples and --batch-size go together",
                "epsilon --noise-multiplier 1 --examples 9 --batch-size 10 --steps 1 --delta .1|must be at most --examples, 9, got 10",
                "epsilon --noise-multiplier 1 --sampling-rate .1 --examples 9 --steps 1 --delta .1|exclude each other, got both",
                "epsilon --noise-multiplier 1 --sampling-rate 1e-9 --epochs 1e15 --delta .1|at most 2^53 steps, got",
                "epsilon --noise-multiplier 1 --events - --delta .1|exclude each other, got both",
                "epsilon --noise-multiplier 1 --delta .1 --adjacency x|must be one of add_or_remove_one, replace_one, zero_out, got x",
                "epsilon --noise-multiplier 1 --delta .1 --conversion x|must be one of mironov, balle, optimal, got x",
                "epsilon --noise-multiplier 1 --delta .1 --accountant x|must be one of auto, exact, pld, rdp, optimal, strong, basic, got x",
                "epsilon --noise-multiplier 1 --delta .1 --accountant basic --orders 2|are for --accountant rdp, got basic",
                "epsilon --noise-multiplier 1 --delta .1 --orders 1|orders above 1 such as 2..32",
                "epsilon --noise-multiplier 1 --delta .1 --format xml|'--format': must be one of text, json, got xml",
                "epsilon --noise-multiplier 1 --delta .1 --digits 18|must be an integer from 1 to 17, got 18",
                "epsilon --events no/such/file --delta .1|cannot read no/such/file: there is no such file",
                "delta --noise-multiplier 1 --epsilon -Infinity|'--epsilon': must be a finite number, got -Infinity",
                "epsilon --noise-multiplier 1 --delta .1 --format csv|'--format': must be one of text, json, got csv",
                "profile --noise-multiplier 1 --format xml|'--format': must be one of text, json, csv, got xml",
                "profile --noise-multiplier 1 --epsilons 1 --deltas .1|--epsilons and --deltas exclude each other",
                "profile --noise-multiplier 1 --epsilons 1,x|must be a finite number, got x",
                "profile --noise-multiplier 1 --deltas .1,1|must be a number in [0, 1), got 1",
                "profile --noise-multiplier 1 --plot x.gif|'--plot': must be - or end in .png or .svg, got x.gif",
                "profile --noise-multiplier 1 --plot - --format csv|--plot - is for --format text",
                "profile --noise-multiplier 1 --deltas 0 --accountant rdp --plot -|--plot has nothing to show",
                "tradeoff --noise-multiplier 1 --fpr 2|must be a number in [0, 1], got 2",
                "risk --noise-multiplier 1 --direction up|must be one of remove, add, symmetric, got up",
                "risk --noise-multiplier 1 --candidates 0|must be an integer from 1 to 2^53, got 0",
                "risk --noise-multiplier 1 --least-rate .5|in (0, ",
                "noise --steps 1|one target is needed: --epsilon and --delta, --advantage",
                "noise --steps 1 --mu 1 --advantage .5|one target is needed",
                "noise --steps 1 --epsilon 1|--epsilon and --delta go together",
                "noise --steps 1 --tpr .5|--tpr and --fpr go together",
                "noise --steps 1 --tpr .1 --fpr .5|must be above the false positive rate 0.5, got 0.1",
                "noise --steps 1 --advantage 1|must be a number in (0, 1), got 1",
                "noise --steps 1 --advantage .5 --accountant rdp|risks are by the trade-off curve",
                "compare --noise-multiplier 1|Missing required option: '--delta=D'",
                "bench|what to measure is missing: abacus bench train",
                "bench train --model vgg|must be one of cnn, cnn_tanh, mlp, logistic, got vgg",
                "bench train --seconds 0|must be a finite number above 0, got 0",
                "batch --repeat 0|'--repeat': must be an integer from 1 to 1000000, got 0",
                "ledger|a command is missing",
                "bench ledger --store mysql|--store must be sqlite or postgresql, got mysql",
                "batch no/such/file|cannot read no/such/file",
            })
    void wrongUsage_ofAnyKind_exitsWith2AndNamesWhatIsWrong(String commandLine, String message) {
        Run run = Run.of(commandLine == null ? "" : commandLine);
        assertThat(run.err()).startsWith("abacus: ").contains(message).contains("--help'.");
        assertThat(run.err()).doesNotContain("\tat ");
        assertThat(run.out()).isEmpty();
        assertThat(run.status()).isEqualTo(2);
    }

    @Test
    void wrongUsage_commandMistyped_suggestsTheRightOne() {
        assertThat(Run.of("epsilom").err()).contains("did you mean epsilon");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "epsilon --noise-multiplier 1 --delta .1 --accountant basic|the basic accountant cannot account Gaussian",
                "noise --epsilon 1 --delta 0|a larger delta is needed",
                "steps --noise-multiplier 1 --epsilon .001 --delta 1e-5|not even one step",
                "rate --noise-multiplier 1 --steps 10 --epsilon 0 --delta 0|no sampling rate",
            })
    void refusal_ofAQuestionWithoutAnswer_exitsWith3(String commandLine, String message) {
        Run run = Run.of(commandLine);
        assertThat(run.err()).contains("abacus: refused: ").contains(message).doesNotContain("\tat ");
        assertThat(run.out()).isEmpty();
        assertThat(run.status()).isEqualTo(3);
    }

    @Test
    void failure_ofTheProgramItself_exitsWith1AndShowsWhere() {
        CommandLine commandLine = new CommandLine(new NoiseCommand());
        StringWriter err = new StringWriter();
        commandLine.setErr(new PrintWriter(err, true));
        ParseResult parsed = commandLine.parseArgs("--epsilon", "1", "--delta", "0");
        int status = CommandFailures.failed(new IllegalStateException(), commandLine, parsed);
        assertThat(status).isEqualTo(1);
        assertThat(err.toString()).contains("internal error", "IllegalStateException", "\tat ");
    }
}

package io.abacusdp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What README shows is what the command prints, what Java computes, and what the command understands. */
class ReadmeTest {
    private static final String PROMPT = "$ ./abacus ";

    /** A command in the running text, such as {@code abacus batch --repeat 3000}. */
    private static final Pattern INLINE = Pattern.compile("`(?:\\./)?abacus ([^`]+)`");

    @Test
    void console_everyExample_printsWhatIsShown() throws IOException {
        List<String> blocks = blocks("console");
        assertThat(blocks).hasSizeGreaterThanOrEqualTo(3);
        for (String block : blocks) {
            List<String> lines = block.lines().toList();
            assertThat(lines.get(0)).startsWith(PROMPT);
            assertThat(lines.stream().filter(line -> line.startsWith("$ ")))
                    .as("commands in one block")
                    .hasSize(1);
            Run run = Run.of(lines.get(0).substring(PROMPT.length()));
            assertThat(run.lines()).as(lines.get(0)).isEqualTo(lines.subList(1, lines.size()));
            assertThat(run.status()).as(lines.get(0)).isZero();
        }
    }

    /**
     * The value of an expression is what the comment behind it begins with, up to a comma. Of a double, the last digits may
     * differ by 1e-12: both bounds are certified, and how they are rounded on the way is not promised.
     */
    @Test
    void java_everyExample_computesWhatItsCommentsSay(@TempDir Path folder) throws Exception {
        List<String> blocks = blocks("java");
        assertThat(blocks).isNotEmpty();
        for (String block : blocks) {
            List<String> shown = new ArrayList<>();
            StringBuilder code = new StringBuilder();
            for (String line : block.lines().toList()) {
                String[] parts = line.split("; *// ", 2);
                if (parts.length == 2) {
                    shown.add(parts[1].split(",", 2)[0]);
                    code.append("values.add(").append(parts[0]).append(");\n");
                } else {
                    code.append(line).append('\n');
                }
            }
            assertThat(shown).isNotEmpty();
            List<Object> values = values(code.toString(), folder);
            assertThat(values).hasSameSizeAs(shown);
            for (int i = 0; i < values.size(); i++) {
                if (values.get(i) instanceof Double number) {
                    assertThat(number).as(block).isCloseTo(Double.parseDouble(shown.get(i)), within(1e-12 * number));
                } else {
                    assertThat(values.get(i)).as(block).hasToString(shown.get(i));
                }
            }
        }
    }

    @Test
    void sh_everyCommand_isUnderstood() throws IOException {
        int commands = 0;
        // The recipe of a federation is a script, which another test runs; its commands are for this one too.
        String scripts = String.join("", blocks("bash"))
                .replace("\\\n", " ")
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("./abacus "))
                .map(line -> line.replace("$PORT", "8322").replaceAll(" &$", "") + "\n")
                .collect(Collectors.joining());
        List<String> all = new ArrayList<>(blocks("sh"));
        all.add(scripts);
        for (String block : all) {
            for (String line : block.replace("\\\n", " ").lines().toList()) {
                String text = line.replaceAll("(^| )#.*", "").strip();
                if (!text.isEmpty()) {
                    assertThat(text).startsWith("./abacus ");
                    String[] args = text.substring("./abacus ".length()).split(" +", -1);
                    assertThatNoException()
                            .as(text)
                            .isThrownBy(() -> Abacus.commandLine(InputStream.nullInputStream(), args)
                                    .parseArgs(args));
                    commands++;
                }
            }
        }
        assertThat(commands).isGreaterThanOrEqualTo(10);
    }

    /** Not all of them are whole; but commands and options that are named must be there. */
    @Test
    void runningText_everyCommandAndOption_isThere() throws IOException {
        String text = readme().replaceAll("(?s)\n```.*?\n```\n", "\n").replaceAll("\\s+", " ");
        List<String> named =
                INLINE.matcher(text).results().map(found -> found.group(1)).toList();
        assertThat(named).hasSizeGreaterThanOrEqualTo(10);
        for (String commandLine : named) {
            String[] words = commandLine.split(" ", -1);
            CommandLine command = Abacus.commandLine(InputStream.nullInputStream(), words);
            for (String word : words) {
                if (word.equals("--")) {
                    break;
                }
                if (word.startsWith("--")) {
                    assertThat(command.getCommandSpec().optionsMap())
                            .as(commandLine)
                            .containsKey(word);
                } else if (!command.getSubcommands().isEmpty()) {
                    command = Objects.requireNonNull(command.getSubcommands().get(word), commandLine);
                }
            }
        }
    }

    private static String readme() throws IOException {
        return Files.readString(Path.of("..", "README.md"));
    }

    /** The contents of all blocks of a language. */
    private static List<String> blocks(String language) throws IOException {
        return Pattern.compile("(?sm)^```" + language + "\n(.*?)^```$")
                .matcher(readme())
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
    }

    /** What the code adds to its list of values. */
    private static List<Object> values(String code, Path folder) throws Exception {
        Path source = folder.resolve("Example.java");
        Files.writeString(source, """
                import io.abacusdp.accounting.*;
                import io.abacusdp.accounting.auto.*;
                import io.abacusdp.accounting.event.*;

                public class Example {
                    public static void run(java.util.List<Object> values) {
                        %s
                    }
                }
                """.formatted(code));
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK is needed");
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        assertThat(compiler.run(null, null, null, "-proc:none", "-cp", classPath, source.toString()))
                .as(code)
                .isZero();
        List<Object> values = new ArrayList<>();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            loader.loadClass("Example").getMethod("run", List.class).invoke(null, values);
        }
        return values.stream()
                .map(value -> value instanceof OptionalDouble number ? (Object) number.getAsDouble() : value)
                .toList();
    }
}

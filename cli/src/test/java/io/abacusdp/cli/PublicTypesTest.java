package io.abacusdp.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A type is public because another package needs it, or for people who use the library: these find an example in its Javadoc. */
class PublicTypesTest {
    private static final Path ROOT = Path.of("..");

    @Test
    void publicTypes_thatNoOtherPackageUses_haveAnExample() throws IOException {
        Map<String, Path> sources = sources();
        String imports = imports(sources.values());
        // What is generated has no source of ours.
        Map<JavaClass, Path> publicTypes = ProjectClasses.ALL.stream()
                .filter(type -> isPublic(type) && sources.containsKey(type.getFullName()))
                .collect(
                        Collectors.toMap(Function.identity(), type -> requireNonNull(sources.get(type.getFullName()))));
        assertThat(publicTypes).hasSizeGreaterThan(400);
        List<String> withoutUse = publicTypes.keySet().stream()
                .filter(type -> !isUsedElsewhere(type, imports) && !hasExample(requireNonNull(publicTypes.get(type))))
                .map(JavaClass::getFullName)
                .sorted()
                .toList();
        assertThat(withoutUse)
                .as("public, used by no other package, and without an example")
                .isEmpty();
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC) && type.isTopLevelClass();
    }

    /** Nested types count as the type that they are nested in; a program is used by who starts it. */
    private static boolean isUsedElsewhere(JavaClass type, String imports) {
        return type.tryGetMethod("main", String[].class).isPresent()
                || isImported(type, imports)
                || isInSignaturesOfOthers(type)
                || ProjectClasses.ALL.stream()
                        .filter(part -> part.getFullName().equals(type.getFullName())
                                || part.getFullName().startsWith(type.getFullName() + "$"))
                        .flatMap(part -> part.getDirectDependenciesToSelf().stream())
                        .anyMatch(use -> !use.getOriginClass().getPackage().equals(type.getPackage()));
    }

    /** Constants are copied into the classes that use them, which then know nothing of where they come from. */
    private static boolean isImported(JavaClass type, String imports) {
        return imports.contains("import static " + type.getFullName() + ".")
                || imports.contains("import " + type.getFullName() + ";");
    }

    /** Whether another public type of the package has it in a method that others can call. */
    private static boolean isInSignaturesOfOthers(JavaClass type) {
        return type.getPackage().getClasses().stream()
                .filter(other -> other.getModifiers().contains(JavaModifier.PUBLIC) && !other.equals(type))
                .flatMap(other -> other.getCodeUnits().stream())
                .filter(unit -> unit.getModifiers().contains(JavaModifier.PUBLIC))
                .anyMatch(unit -> unit.getAllInvolvedRawTypes().contains(type));
    }

    private static boolean hasExample(Path source) {
        try {
            String text = Files.readString(source);
            return text.substring(0, text.indexOf("\npublic ")).contains("<p>Example:");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String imports(Collection<Path> sources) throws IOException {
        StringBuilder imports = new StringBuilder();
        for (Path source : sources) {
            Files.readString(source)
                    .lines()
                    .filter(line -> line.startsWith("import "))
                    .forEach(line -> imports.append(line).append('\n'));
        }
        return imports.toString();
    }

    private static Map<String, Path> sources() throws IOException {
        try (Stream<Path> files = Files.find(
                ROOT,
                20,
                (file, attributes) ->
                        file.toString().endsWith(".java") && file.toString().contains("src/main/java"))) {
            return files.collect(Collectors.toMap(PublicTypesTest::typeName, Function.identity()));
        }
    }

    private static String typeName(Path source) {
        String path = source.toString().replace('\\', '/');
        return path.substring(
                        path.indexOf("src/main/java/") + "src/main/java/".length(), path.length() - ".java".length())
                .replace('/', '.');
    }
}

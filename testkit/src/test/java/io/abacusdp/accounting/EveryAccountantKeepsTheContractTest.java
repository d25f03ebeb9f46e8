package io.abacusdp.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.testkit.AccountantContract;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That every accountant inherits the contract is a claim of ARCHITECTURE.md: here it can fail. */
class EveryAccountantKeepsTheContractTest {
    private static final String PACKAGE = "io/abacusdp/accounting";

    @Test
    void contract_ofEveryAccountant_isTested() throws Exception {
        List<Class<?>> tested = new ArrayList<>();
        for (Accountant accountant : underContract()) {
            tested.add(accountant.getClass());
        }
        List<Class<?>> accountants = concrete(Accountant.class, Accountant.class);
        assertThat(accountants).isNotEmpty();
        assertThat(tested).containsAll(accountants);
    }

    @Test
    void name_ofEveryAccountant_isItsOwn() throws Exception {
        assertThat(underContract()).extracting(Accountant::name).doesNotHaveDuplicates();
    }

    /** The accountants of all contract tests. */
    private static List<Accountant> underContract() throws Exception {
        List<Accountant> accountants = new ArrayList<>();
        for (Class<?> test : concrete(EveryAccountantKeepsTheContractTest.class, AccountantContract.class)) {
            Constructor<?> constructor = test.getDeclaredConstructor();
            constructor.setAccessible(true);
            accountants.add(((AccountantContract) constructor.newInstance()).accountantUnderTest());
        }
        return accountants;
    }

    /** Classes that are no abstract ones and are of the type, from where the given class comes from. */
    private static List<Class<?>> concrete(Class<?> neighbour, Class<?> type) throws Exception {
        URI source =
                neighbour.getProtectionDomain().getCodeSource().getLocation().toURI();
        if (Files.isDirectory(Path.of(source))) {
            return concreteBelow(Path.of(source), type);
        }
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + source), Map.of())) {
            return concreteBelow(jar.getPath("/"), type);
        }
    }

    private static List<Class<?>> concreteBelow(Path root, Class<?> type) throws IOException, ClassNotFoundException {
        List<Class<?>> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root.resolve(PACKAGE))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                String name = root.relativize(file).toString().replace('/', '.').replaceAll("\\.class$", "");
                if (name.endsWith("package-info")) {
                    continue;
                }
                Class<?> each = Class.forName(name, false, type.getClassLoader());
                if (type.isAssignableFrom(each) && !Modifier.isAbstract(each.getModifiers())) {
                    found.add(each);
                }
            }
        }
        return found;
    }
}

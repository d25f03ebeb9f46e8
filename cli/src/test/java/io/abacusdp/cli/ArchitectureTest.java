package io.abacusdp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** ARCHITECTURE.md against the classes: its table of packages, each row in both directions, and its picture. */
class ArchitectureTest {
    /** Of which a row says nothing: the JDK, and annotations that are not there at run time. */
    private static final Set<String> EVERYBODYS = Set.of("java", "javax", "org.jspecify");

    /** What is generated from the messages of a federation belongs to the network. */
    private static final String GENERATED = "io.abacusdp.federated.net.v1";

    private static ArchitectureMap map;

    /** Packages, and the packages that each uses. */
    private static final Map<String, Set<String>> USES = new TreeMap<>();

    @BeforeAll
    static void readMapAndClasses() throws IOException {
        map = ArchitectureMap.read();
        for (JavaClass one : ProjectClasses.ALL) {
            String room = room(one);
            Set<String> used = USES.computeIfAbsent(room, key -> new TreeSet<>());
            one.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> room(dependency.getTargetClass().getBaseComponentType()))
                    .filter(other -> !other.equals(room) && !other.isEmpty() && !isEverybodys(other))
                    .forEach(used::add);
        }
    }

    private static String room(JavaClass one) {
        return one.getPackageName().equals(GENERATED) ? "io.abacusdp.federated.net" : one.getPackageName();
    }

    private static boolean isEverybodys(String room) {
        return EVERYBODYS.stream().anyMatch(prefix -> room.equals(prefix) || room.startsWith(prefix + "."));
    }

    @Test
    void table_hasEveryPackage_andNoOther() {
        assertThat(map.rooms()).containsExactlyInAnyOrderElementsOf(USES.keySet());
    }

    @Test
    void table_namesAllThatAPackageUses() {
        Map<String, Set<String>> unnamed = new TreeMap<>();
        USES.forEach((room, used) -> {
            Set<String> missing = used.stream()
                    .filter(other -> map.mayUse(room).stream().noneMatch(name -> map.means(room, name, other)))
                    .collect(Collectors.toCollection(TreeSet::new));
            if (!missing.isEmpty()) {
                unnamed.put(room, missing);
            }
        });
        assertThat(unnamed).isEmpty();
    }

    @Test
    void table_namesNothingThatAPackageDoesNotUse() {
        Map<String, Set<String>> unused = new TreeMap<>();
        for (String room : map.rooms()) {
            Set<String> idle = map.mayUse(room).stream()
                    .filter(name ->
                            USES.getOrDefault(room, Set.of()).stream().noneMatch(other -> map.means(room, name, other)))
                    .collect(Collectors.toCollection(TreeSet::new));
            if (!idle.isEmpty()) {
                unused.put(room, idle);
            }
        }
        assertThat(unused).isEmpty();
    }

    /** An arrow from each module to those that it uses, but for those that it also reaches by another. */
    @Test
    void picture_showsWhichModulesUseWhich() {
        Map<String, Set<String>> modules = new TreeMap<>();
        USES.forEach((room, used) -> {
            String module = ArchitectureMap.moduleOf(room);
            Set<String> all = modules.computeIfAbsent(module, key -> new TreeSet<>());
            used.stream()
                    .filter(other -> other.startsWith("io.abacusdp."))
                    .map(ArchitectureMap::moduleOf)
                    .filter(other -> !other.equals(module))
                    .forEach(all::add);
        });
        Set<String> arrows = new TreeSet<>();
        modules.forEach((module, used) -> used.stream()
                .filter(other -> used.stream().noneMatch(between -> reaches(modules, between, other)))
                .forEach(other -> arrows.add(module + " --> " + other)));
        assertThat(map.arrows()).containsExactlyInAnyOrderElementsOf(arrows);
    }

    private static boolean reaches(Map<String, Set<String>> modules, String from, String to) {
        return modules.getOrDefault(from, Set.of()).stream()
                .anyMatch(next -> next.equals(to) || reaches(modules, next, to));
    }
}

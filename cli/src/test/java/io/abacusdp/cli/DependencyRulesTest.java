package io.abacusdp.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.abacusdp.training.step.StepProbe;
import java.io.File;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rules that the table of ARCHITECTURE.md does not have; which package may use which is {@link ArchitectureTest}'s. */
class DependencyRulesTest {
    private static final JavaClasses CLASSES = ProjectClasses.ALL;

    /**
     * A file that is written elsewhere may be cut off by a full disk, and nobody hears of it. There are no exceptions; a
     * database and the process that a benchmark starts write their own files.
     */
    @Test
    void files_areWrittenByStorageOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.abacusdp.storage..")
                .should()
                .callCodeUnitWhere(describe("it writes a file", DependencyRulesTest::writesFile))
                .check(CLASSES);
    }

    private static boolean writesFile(JavaCall<?> call) {
        String owner = call.getTargetOwner().getFullName();
        String name = call.getTarget().getName();
        boolean byName = call.getTarget().getRawParameterTypes().stream()
                .anyMatch(type -> type.isEquivalentTo(File.class) || type.isEquivalentTo(String.class));
        return switch (owner) {
            case "java.nio.file.Files" ->
                name.startsWith("write")
                        || Set.of("newOutputStream", "newBufferedWriter", "newByteChannel", "copy", "move")
                                .contains(name);
            case "java.nio.channels.FileChannel" ->
                Set.of("write", "transferFrom", "map", "truncate").contains(name);
            // Standard error is a file that is open already.
            case "java.io.FileOutputStream" -> name.equals("<init>") && byName;
            case "java.nio.channels.AsynchronousFileChannel", "java.io.FileWriter", "java.io.RandomAccessFile" -> true;
            case "java.io.PrintStream", "java.io.PrintWriter", "java.util.Formatter" -> name.equals("<init>") && byName;
            default -> false;
        };
    }

    /** What a client runs must not need the server, nor the other way round. */
    @Test
    void client_andServerOfAFederation_doNotSeeEachOther() {
        noClasses()
                .that()
                .resideInAPackage("io.abacusdp.federated.client..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.abacusdp.federated.server..", "io.abacusdp.federated.budget..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("io.abacusdp.federated.server..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.abacusdp.federated.client..")
                .check(CLASSES);
    }

    /** A client must not need a server's libraries, nor its database. */
    @Test
    void client_usesNothingOfTheServer() {
        noClasses()
                .that()
                .resideInAPackage("io.abacusdp.ledger.client..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.abacusdp.ledger.rest..",
                        "io.abacusdp.ledger.store..",
                        "io.abacusdp.ledger.core..",
                        "io.abacusdp.ledger.api..")
                .check(CLASSES);
    }

    /** What decides and stores can then change without anyone noticing. */
    @Test
    void ledger_isUsedByItsApiServerClientKeysAndJournalOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.abacusdp.ledger..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.abacusdp.ledger.core..",
                        "io.abacusdp.ledger.store..",
                        "io.abacusdp.ledger.json..",
                        "io.abacusdp.ledger.cache..")
                .check(CLASSES);
    }

    @Test
    void charts_areInOneClassThatIsLoadedOnlyToDraw() {
        noClasses()
                .that()
                .resideInAPackage("io.abacusdp..")
                .and()
                .doNotHaveSimpleName("ChartFile")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.knowm..", "java.awt..")
                .check(CLASSES);
    }

    @Test
    void progressBar_isInOneClassThatIsLoadedOnlyToTrain() {
        noClasses()
                .that()
                .resideInAPackage("io.abacusdp..")
                .and()
                .doNotHaveSimpleName("TerminalBar")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("me.tongfei..")
                .check(CLASSES);
    }

    /** It shows what has no noise yet; only tests may look. */
    @Test
    void stepProbe_isImplementedByNothingThatIsShipped() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.abacusdp.training.step")
                .should()
                .implement(StepProbe.class)
                .check(CLASSES);
    }

    @Test
    void packages_haveNoCycles() {
        slices().matching("io.abacusdp.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}

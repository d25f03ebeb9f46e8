package io.abacusdp.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which module may use what. The command sees all modules, so that the rules of all are here. */
class DependencyRulesTest {
    private static JavaClasses classes;

    @BeforeAll
    static void importClasses() {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.abacusdp");
    }

    @Test
    void accounting_usesNothingButTheJdk() {
        classes()
                .that()
                .resideInAPackage("io.abacusdp.accounting..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.abacusdp.accounting..", "java..", "org.jspecify..")
                .check(classes);
    }

    @Test
    void format_usesAccountingAndJackson() {
        classes()
                .that()
                .resideInAPackage("io.abacusdp.format..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.abacusdp.format..",
                        "io.abacusdp.accounting..",
                        "com.fasterxml.jackson..",
                        "java..",
                        "org.jspecify..")
                .check(classes);
    }

    @Test
    void kernels_useNothingButTheJdk() {
        classes()
                .that()
                .resideInAPackage("io.abacusdp.kernels..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.abacusdp.kernels..", "java..", "jdk.incubator.vector..", "org.jspecify..")
                .check(classes);
    }

    @Test
    void vectorApi_isSeenByKernelsOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.abacusdp.kernels..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jdk.incubator.vector..")
                .check(classes);
    }

    /** So neither the ledger nor the command. */
    @Test
    void training_usesAccountingFormatKernelsAndJackson() {
        classes()
                .that()
                .resideInAPackage("io.abacusdp.training..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.abacusdp.training..",
                        "io.abacusdp.accounting..",
                        "io.abacusdp.format..",
                        "io.abacusdp.kernels..",
                        "com.fasterxml.jackson..",
                        "java..",
                        "javax.crypto..",
                        "org.jspecify..")
                .check(classes);
    }

    /** So neither the ledger nor the command. */
    @Test
    void federated_usesTrainingFormatAccountingAndItsLibraries() {
        classes()
                .that()
                .resideInAPackage("io.abacusdp.federated..")
                .and()
                .resideOutsideOfPackages("io.abacusdp.federated.net..", "io.abacusdp.federated.enrol..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.abacusdp.federated..",
                        "io.abacusdp.training..",
                        "io.abacusdp.accounting..",
                        "io.abacusdp.format..",
                        "com.fasterxml.jackson..",
                        "com.codahale.shamir..",
                        "java..",
                        "javax.crypto..",
                        "org.jspecify..")
                .check(classes);
    }

    /** Who belongs to a federation is known without the network; only there are certificates made, and heads signed elsewhere. */
    @Test
    void enrolment_usesTheKeysOfSecureAggregationAndBouncyCastle() {
        classes()
                .that()
                .resideInAPackage("io.abacusdp.federated.enrol..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.abacusdp.federated.enrol..",
                        "io.abacusdp.federated.secagg..",
                        "io.abacusdp.training.store..",
                        "io.abacusdp.format..",
                        "com.fasterxml.jackson..",
                        "org.bouncycastle..",
                        "java..",
                        "javax.security.auth.x500..",
                        "org.jspecify..")
                .check(classes);
        noClasses()
                .that()
                .resideOutsideOfPackages("io.abacusdp.federated.enrol..", "io.abacusdp.ledger.journal..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.bouncycastle..")
                .check(classes);
    }

    /** The network carries what it does not look into. */
    @Test
    void network_seesTheProtocolOnly_andNobodyElseSeesGrpc() {
        classes()
                .that()
                .resideInAPackage("io.abacusdp.federated.net..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.abacusdp.federated.net..",
                        "io.abacusdp.federated.protocol..",
                        "io.abacusdp.federated.enrol..",
                        "io.grpc..",
                        "com.google..",
                        "org.slf4j..",
                        "java..",
                        "javax.net.ssl..",
                        "org.jspecify..")
                .check(classes);
        noClasses()
                .that()
                .resideOutsideOfPackage("io.abacusdp.federated.net..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.grpc..", "com.google.protobuf..")
                .check(classes);
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
                .check(classes);
        noClasses()
                .that()
                .resideInAPackage("io.abacusdp.federated.server..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.abacusdp.federated.client..")
                .check(classes);
    }

    /** So neither training nor the command. */
    @Test
    void ledger_usesAccountingFormatAndItsLibraries() {
        classes()
                .that()
                .resideInAPackage("io.abacusdp.ledger..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.abacusdp.ledger..",
                        "io.abacusdp.accounting..",
                        "io.abacusdp.format..",
                        "com.fasterxml.jackson..",
                        "org.erdtman.jcs..",
                        "org.bouncycastle..",
                        "org.jdbi..",
                        "com.zaxxer.hikari..",
                        "org.flywaydb..",
                        "org.sqlite..",
                        "org.postgresql..",
                        "io.javalin..",
                        "jakarta.servlet..",
                        "org.eclipse.jetty..",
                        "kotlin..",
                        "io.micrometer..",
                        "com.nimbusds..",
                        "org.slf4j..",
                        "java..",
                        "org.jspecify..")
                .check(classes);
    }

    @Test
    void serverLibraries_areSeenByTheServerOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.abacusdp.ledger.rest..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..", "jakarta.servlet..", "io.micrometer..")
                .check(classes);
        noClasses()
                .that()
                .resideOutsideOfPackage("io.abacusdp.ledger.security..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.nimbusds..")
                .check(classes);
        noClasses()
                .that()
                .resideOutsideOfPackage("io.abacusdp.ledger.store..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.jdbi..", "com.zaxxer.hikari..", "org.flywaydb..", "java.sql..")
                .check(classes);
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
                        "io.abacusdp.ledger.rest..", "io.abacusdp.ledger.store..", "io.abacusdp.ledger.core..")
                .check(classes);
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
                .check(classes);
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
                .check(classes);
    }

    @Test
    void packages_haveNoCycles() {
        slices().matching("io.abacusdp.(**)").should().beFreeOfCycles().check(classes);
    }
}

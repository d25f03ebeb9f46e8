package io.abacusdp.cli;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** All classes that are shipped, read once for all tests that look at them. */
final class ProjectClasses {
    static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            // What tests have in common is never shipped.
            .withImportOption(location -> !location.contains("/io/abacusdp/testkit/"))
            .importPackages("io.abacusdp");

    private ProjectClasses() {}
}

package io.abacusdp.cli.option;

import java.io.InputStream;
import picocli.CommandLine.Model.CommandSpec;

/** Of the command at the root, so that tests can give it another one than the process has. */
public interface StandardInput {
    InputStream in();

    /** The standard input of the command line that a command belongs to. */
    static InputStream of(CommandSpec command) {
        return ((StandardInput) command.root().userObject()).in();
    }
}

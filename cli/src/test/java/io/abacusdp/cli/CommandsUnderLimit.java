package io.abacusdp.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** Runs one command line after the other and prints how each ended, in a process that may write short files only. */
final class CommandsUnderLimit {
    private CommandsUnderLimit() {}

    public static void main(String[] commandLines) {
        for (String commandLine : commandLines) {
            Run run = Run.of(commandLine);
            System.out.println(JsonNodeFactory.instance
                    .objectNode()
                    .put("status", run.status())
                    .put("err", run.err()));
        }
    }
}

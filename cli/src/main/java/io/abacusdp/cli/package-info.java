/** The abacus command: one class a command, over options that several commands share. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.cli;

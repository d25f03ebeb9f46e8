/** The abacus command: where it starts, and which commands it has. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.cli;

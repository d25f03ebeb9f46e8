/** Trained models from the command line: what they predict, and how good that is. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.cli.use;

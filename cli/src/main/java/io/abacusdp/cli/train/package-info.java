/** Private training from the command line. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.cli.train;

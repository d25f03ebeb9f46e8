/** The ledger from the command line: its server, its journal, and charges to it. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.cli.ledger;

/** Federated training from the command line: keys, server, clients, and a simulation of all of them. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.cli.federated;

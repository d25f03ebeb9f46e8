/** A whole federation in one process: the real server and real clients, each with its own directory, thread and data. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.federated.simulate;

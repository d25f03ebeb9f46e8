/** A client of a federation: local training, its own record of what it spent, and its own limits. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.federated.client;

/**
 * The server of a federation: rounds as a state machine whose spend is on the disk before a client hears of it, and whose models
 * are on the disk only with their noise.
 */
@org.jspecify.annotations.NullMarked
package io.abacusdp.federated.server;

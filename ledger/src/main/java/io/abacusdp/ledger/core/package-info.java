/**
 * The ledger without storage: what can be asked of it, the facts that follow, and the state that the facts add up to.
 *
 * <p>{@link io.abacusdp.ledger.core.Processor} checks a request against a {@link io.abacusdp.ledger.core.State} and, if it
 * holds, records facts; {@link io.abacusdp.ledger.core.Fold} is the only thing that changes a state, and it goes by the facts
 * alone. The same fold runs in a server, after a restart and in an auditor's replay. Nothing here reads a clock or draws a
 * random number.
 */
@org.jspecify.annotations.NullMarked
package io.abacusdp.ledger.core;

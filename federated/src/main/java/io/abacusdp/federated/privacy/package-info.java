/**
 * What a federation's rounds cost, for records and for clients: events by client, and guarantees from them. The figure that is
 * reported is the worst client's.
 */
@org.jspecify.annotations.NullMarked
package io.abacusdp.federated.privacy;

/** A federated run for people who have to judge it. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.federated.report;

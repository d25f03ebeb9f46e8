/** Memory of what was worked out before, in bounds. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.ledger.cache;

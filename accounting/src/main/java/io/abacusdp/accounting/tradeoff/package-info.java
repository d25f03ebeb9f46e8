/** What an attacker can do: the least rate of false negatives at every rate of false positives. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.accounting.tradeoff;

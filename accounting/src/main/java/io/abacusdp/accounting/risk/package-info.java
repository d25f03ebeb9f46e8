/** What a privacy guarantee means in terms of attacks. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.accounting.risk;

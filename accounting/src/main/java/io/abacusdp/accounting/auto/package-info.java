/** Accountants that ask other accountants. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.accounting.auto;

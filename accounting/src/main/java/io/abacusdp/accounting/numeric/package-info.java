/** Numerics that several accountants need and the JDK lacks. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.accounting.numeric;

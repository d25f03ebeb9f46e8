/** Classical theorems: the Gaussian mechanism, composition, amplification by sampling; and accountants built on them. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.accounting.classic;

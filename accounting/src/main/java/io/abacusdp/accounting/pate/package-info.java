/** What noisy votes of teachers cost at the votes that there were, and how fast that can change from one set of votes to the next. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.accounting.pate;

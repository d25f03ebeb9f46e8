/** Work that is shared out to threads. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.parallel;

/** Files of tensors that other tools read too, and files that are there in whole or not at all. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.store;

/** Private training: what is to be trained and how, the run itself, and what it was when it is over. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.trainer;

/** Examples to learn from, and where they come from. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.data;

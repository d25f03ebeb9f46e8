/** Models in the formats of other programs. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.export;

/** Features that a model can be given in place of an example: public functions of that example alone. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.features;

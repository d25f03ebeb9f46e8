/** What is trained: a list of layers, its parameters in one array, and its JSON. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.model;

/** Float kernels of training: on the JDK's Vector API where it is there, and in plain Java where it is not. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.kernels;

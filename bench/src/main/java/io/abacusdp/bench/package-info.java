/** Benchmarks. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.bench;

/** Commands that measure this machine. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.cli.bench;

/** Options that several commands share, those of printing among them; what picocli fills in. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.cli.option;

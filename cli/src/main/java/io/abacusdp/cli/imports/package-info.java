/** Histories and configurations of other libraries: one class a format, each told as what may have run. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.cli.imports;

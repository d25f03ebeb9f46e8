/** Checks of what others hand over: reports, models, run directories, histories of federations and of ledgers. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.cli.check;

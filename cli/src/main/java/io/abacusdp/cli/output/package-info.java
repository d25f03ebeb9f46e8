/** What commands print: answers, tables, plots, progress, and what a failure says with which exit status. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.cli.output;

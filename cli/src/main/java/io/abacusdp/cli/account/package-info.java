/** What a run cost and what a budget allows: the commands that account, one class a command. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.cli.account;

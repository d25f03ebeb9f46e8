package io.abacusdp.accounting.event;

/**
 * Something that depends on no record: no loss.
 */
public record NoOp() implements DpEvent {}

package io.abacusdp.accounting.event;

/**
 * A release without any privacy: infinite loss.
 */
public record NonPrivate() implements DpEvent {}

package io.abacusdp.training.report;

/**
 * Where a report comes from.
 *
 * @param command with which the run can be made again
 * @param version of the program and of what it ran on
 */
public record Provenance(String command, String version) {}

package io.abacusdp.accounting.filter;

import java.util.OptionalDouble;

/**
 * Where a total meets its limit.
 *
 * @param measure what is compared: epsilon, rho or rdp
 * @param used of the total, rounded up; infinite if no bound is known
 * @param limit that it is compared with
 * @param order Rényi order that decides, if one does
 */
public record Binding(String measure, double used, double limit, OptionalDouble order) {}

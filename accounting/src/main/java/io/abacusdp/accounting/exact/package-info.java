/** Privacy loss of compositions of (sampled) Gaussian mechanisms to ten digits, with bounds, by contour integration. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.accounting.exact;

package io.abacusdp.accounting.event;

/**
 * Any mechanism that is (ξ, ρ)-zCDP: its Rényi divergence of order α is at most ξ + ρα for all α &gt; 1.
 *
 * <p>Source: Bun, Steinke 2016, arXiv:1605.02065.
 *
 * @param xi not negative
 * @param rho not negative
 */
public record ZeroConcentratedDp(double xi, double rho) implements DpEvent {
    public ZeroConcentratedDp {
        Require.nonNegative("xi", xi);
        Require.nonNegative("rho", rho);
    }
}

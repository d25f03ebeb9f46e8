package io.abacusdp.accounting.exact;

/** A bound on the modulus of a characteristic function that never rises with the frequency. */
@FunctionalInterface
interface Decay {
    /** An upper bound of log|φ(ω)|. */
    double logBound(double omega);

    /** Bounds of which each is good near one frequency. */
    interface Family {
        /** The coefficient g of a guess at how the modulus falls: e^{−(gω)²/2}. */
        double guess();

        /** The bound that is good near omega. */
        Decay at(double omega);
    }
}

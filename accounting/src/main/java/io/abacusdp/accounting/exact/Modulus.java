package io.abacusdp.accounting.exact;

/** Upper bounds on the modulus of a characteristic function φ at high frequencies. Serves one query, by one thread. */
interface Modulus {
    /**
     * What is known of φ at a frequency and beyond.
     *
     * @param log at least log(|S(ω)| + error), where S is near φ; not positive
     * @param bend at least |S''| at ω and at every higher frequency; zero only if S is φ and its modulus never rises
     * @param error at least |φ − S| at every frequency up to this one
     * @param logBeyond at least log|φ| at ω and at every higher frequency
     */
    record Rung(double log, double bend, double error, double logBeyond) {}

    /** What is known at a frequency. */
    Rung at(double omega);

    /** Logarithm of a C with |φ(ω)| ≤ C/ω for every ω &gt; 0. */
    double logFall();
}

package io.abacusdp.accounting.classic;

/** A law of privacy losses with finitely many atoms. */
final class AtomicLossLaw {
    private final double[] losses;
    private final double[] masses;
    private final double infinite;

    /**
     * Takes the arrays over.
     *
     * @param losses ascending, at least one
     * @param masses one for each loss
     * @param infinite mass of infinite loss
     */
    AtomicLossLaw(double[] losses, double[] masses, double infinite) {
        this.losses = losses;
        this.masses = masses;
        this.infinite = infinite;
    }

    int size() {
        return losses.length;
    }

    double loss(int i) {
        return losses[i];
    }

    double mass(int i) {
        return masses[i];
    }

    double infinite() {
        return infinite;
    }

    double smallest() {
        return losses[0];
    }

    double largest() {
        return losses[losses.length - 1];
    }
}

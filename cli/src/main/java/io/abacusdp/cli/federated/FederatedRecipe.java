package io.abacusdp.cli.federated;

/**
 * Settings that are known to do well, for what is not given. They were found on public data, which costs no privacy.
 *
 * @param rate probability of a record to be in a local step
 */
record FederatedRecipe(
        String model,
        int rounds,
        int steps,
        double rate,
        double clippingNorm,
        double learningRate,
        double momentum,
        double clientClip) {
    static FederatedRecipe digits() {
        return new FederatedRecipe("logistic", 10, 10, 0.5, 0.2, 2, 0.9, 1);
    }

    static FederatedRecipe tables() {
        return new FederatedRecipe("logistic", 20, 5, 0.5, 1, 0.5, 0, 1);
    }
}

package io.abacusdp.cli.train;

import io.abacusdp.training.data.Features;
import java.math.BigDecimal;

/**
 * Settings that are known to do well, for what is not given. They were found on public data, which costs no privacy; those for
 * scattering features on the last 10,000 of the training pictures, kept apart from training.
 *
 * @param model name of a model that comes along
 * @param lot expected number of examples in a step; less if there are not so many
 * @param decay how the learning rate falls
 * @param centring noise multiplier of the examples' mean, for the model that suits the data; 0 for none
 * @param average how much a running average of the model keeps at each step; 0 for none
 */
record TrainingRecipe(
        String model,
        int lot,
        BigDecimal epochs,
        double clippingNorm,
        String optimiser,
        double learningRate,
        String decay,
        double centring,
        double average) {
    static TrainingRecipe forData(String kind, Features features) {
        boolean scattering = features == Features.SCATTERING;
        return switch (kind) {
            case "digits" -> recipe("logistic", 512, 40, 0.2, 2, "none");
            case "mnist" ->
                scattering
                        ? recipe("logistic", 2048, 100, 0.1, 3, "linear").centred(10)
                        : recipe("cnn_tanh", 2048, 40, 0.1, 2, "none");
            case "fashion" ->
                scattering
                        ? recipe("logistic", 4096, 40, 0.1, 20, "linear").centred(10)
                        : recipe("cnn_tanh", 2048, 40, 0.1, 2, "none");
            default -> recipe("logistic", 256, 20, 1, 0.1, "none");
        };
    }

    private static TrainingRecipe recipe(
            String model, int lot, int epochs, double clippingNorm, double learningRate, String decay) {
        return new TrainingRecipe(
                model, lot, BigDecimal.valueOf(epochs), clippingNorm, "momentum", learningRate, decay, 0, 0);
    }

    /** The same with centred examples. */
    private TrainingRecipe centred(double noiseMultiplier) {
        return new TrainingRecipe(
                model, lot, epochs, clippingNorm, optimiser, learningRate, decay, noiseMultiplier, average);
    }
}

package io.abacusdp.cli.train;

import java.math.BigDecimal;

/**
 * Settings that are known to do well, for what is not given. They were found on public data, which costs no privacy.
 *
 * @param model name of a model that comes along
 * @param lot expected number of examples in a step; less if there are not so many
 */
record TrainingRecipe(
        String model, int lot, BigDecimal epochs, double clippingNorm, String optimiser, double learningRate) {
    static TrainingRecipe forData(String kind) {
        return switch (kind) {
            case "digits" -> new TrainingRecipe("logistic", 512, BigDecimal.valueOf(40), 0.2, "momentum", 2);
            case "mnist", "fashion" -> new TrainingRecipe("cnn_tanh", 2048, BigDecimal.valueOf(40), 0.1, "momentum", 2);
            default -> new TrainingRecipe("logistic", 256, BigDecimal.valueOf(20), 1, "momentum", 0.1);
        };
    }
}

package io.abacusdp.federated.client;

import io.abacusdp.federated.message.LocalTraining;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.optimise.Momentum;
import io.abacusdp.training.optimise.Optimiser;
import io.abacusdp.training.step.PrivateStep;
import io.abacusdp.training.step.StepSources;

/**
 * Local steps of DP-SGD: lots by Poisson sampling, each record's gradient clipped, noise on the sum, division by the lot's
 * expected size. Without noise these are plain steps of SGD. Not safe for use by several threads.
 */
final class LocalTrainer implements AutoCloseable {
    private final ModelSpec model;
    private final GradientEngine engine;

    LocalTrainer(ModelSpec model) {
        this.model = model;
        this.engine = new GradientEngine(model, 1);
    }

    ModelSpec model() {
        return model;
    }

    /**
     * Parameters after training less those before. An update that is not finite counts as none, so that whether training went
     * astray is not seen apart from the noise.
     */
    float[] update(float[] start, LocalTraining local, Dataset data, NoiseSource lots, NoiseSource noise) {
        // Coins for groups are further numbers of the stream of lots.
        PrivateStep step = new PrivateStep(
                local.plan(data.size()),
                engine,
                data,
                new StepSources(lots, lots, range -> noise),
                new PrivateStep.Start(0, local.gradientClip()));
        Optimiser optimiser = new Momentum(start.length, local.momentum());
        float[] parameters = start.clone();
        for (int i = 0; i < local.steps(); i++) {
            float[] gradient = step.release(step.sum(parameters, step.draw()));
            addProximal(gradient, parameters, start, (float) local.proximal());
            optimiser.step(parameters, gradient, local.learningRate());
        }
        float[] update = new float[start.length];
        for (int i = 0; i < update.length; i++) {
            update[i] = parameters[i] - start[i];
        }
        return Model.areFinite(update) ? update : new float[start.length];
    }

    /** μ(w − w₀), after the noise: both are public once the gradient is. */
    private static void addProximal(float[] gradient, float[] parameters, float[] start, float mu) {
        if (mu > 0) {
            for (int i = 0; i < gradient.length; i++) {
                gradient[i] += mu * (parameters[i] - start[i]);
            }
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}

package io.abacusdp.training.trainer;

import io.abacusdp.storage.Tensor;
import io.abacusdp.training.checkpoint.Checkpoint;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.ModelTensors;
import io.abacusdp.training.optimise.Optimiser;
import io.abacusdp.training.optimise.WeightAverage;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What training changes: parameters, optimiser, number of steps. Not safe for use by several threads. */
final class TrainingState {
    private static final String PARAMETER = "parameter.";
    private static final String OPTIMISER = "optimiser.";
    private static final String AVERAGE = "average.";

    final float[] parameters;
    final Optimiser optimiser;
    private final TrainingConfig config;
    private Optional<WeightAverage> average;
    private Optional<Centre> centre = Optional.empty();
    private long steps;
    private double clippingNorm;

    /** @param averaged the average so far, if there is to be one */
    private TrainingState(
            TrainingConfig config, float[] parameters, float[] averaged, long steps, double clippingNorm) {
        this.config = config;
        this.parameters = parameters;
        this.average = config.averaging().isPresent()
                ? Optional.of(new WeightAverage(averaged, config.averaging().getAsDouble()))
                : Optional.empty();
        this.optimiser = config.optimiser().create(parameters.length);
        this.steps = steps;
        this.clippingNorm = clippingNorm;
    }

    static TrainingState initial(TrainingConfig config, Model start) {
        return new TrainingState(
                config,
                start.parameters(),
                start.parameters(),
                0,
                config.clipping().norm());
    }

    /** @throws IllegalArgumentException if the checkpoint is of another model or optimiser */
    static TrainingState of(TrainingConfig config, Checkpoint checkpoint) {
        Map<String, float[]> optimiserState = new HashMap<>();
        checkpoint.tensors().forEach((name, tensor) -> {
            if (name.startsWith(OPTIMISER)) {
                optimiserState.put(name.substring(OPTIMISER.length()), tensor.values());
            }
        });
        float[] parameters = ModelTensors.parameters(config.model(), checkpoint.tensors(), PARAMETER);
        float[] averaged = config.averaging().isPresent()
                ? ModelTensors.parameters(config.model(), checkpoint.tensors(), AVERAGE)
                : parameters;
        TrainingState state =
                new TrainingState(config, parameters, averaged, checkpoint.step(), checkpoint.clippingNorm());
        state.optimiser.restore(optimiserState);
        return state;
    }

    /** @param charges number of charges so far */
    Checkpoint checkpoint(int charges) {
        TreeMap<String, Tensor> tensors = new TreeMap<>();
        ModelTensors.of(model(plain(parameters))).forEach((name, tensor) -> tensors.put(PARAMETER + name, tensor));
        average.ifPresent(another -> ModelTensors.of(model(plain(another.parameters())))
                .forEach((name, tensor) -> tensors.put(AVERAGE + name, tensor)));
        optimiser.state().forEach((name, values) -> tensors.put(OPTIMISER + name, Tensor.of(values, values.length)));
        return new Checkpoint(steps, charges, clippingNorm, tensors);
    }

    /** What is released of a run that ended with a checkpoint: the average if there is one. */
    static float[] released(ModelSpec model, Checkpoint last) {
        boolean isAveraged = last.tensors().keySet().stream().anyMatch(name -> name.startsWith(AVERAGE));
        return ModelTensors.parameters(model, last.tensors(), isAveraged ? AVERAGE : PARAMETER);
    }

    /** Number of steps that the parameters have taken. */
    long steps() {
        return steps;
    }

    double clippingNorm() {
        return clippingNorm;
    }

    /**
     * Takes a step.
     *
     * @param nextNorm clipping norm for the one after it
     */
    void step(float[] gradient, double nextNorm) {
        optimiser.step(parameters, gradient, config.learningRate().at(steps));
        steps++;
        average.ifPresent(another -> another.add(parameters, steps));
        clippingNorm = nextNorm;
    }

    /** Whether the parameters are numbers that one can go on with. */
    boolean isFinite() {
        return Model.areFinite(parameters);
    }

    /** What is measured and released: the average if there is one, otherwise the parameters as they are. */
    float[] released() {
        return plain(average.map(WeightAverage::parameters).orElse(parameters));
    }

    /** Goes on with examples that this is taken off. */
    void centreOn(Centre released) {
        System.arraycopy(released.forCentred(parameters), 0, parameters, 0, parameters.length);
        average = average.map(another -> new WeightAverage(
                released.forCentred(another.parameters()), config.averaging().orElseThrow()));
        centre = Optional.of(released);
    }

    /** Parameters for examples as they are. */
    private float[] plain(float[] values) {
        return centre.map(another -> another.forPlain(values)).orElse(values);
    }

    /** The model with what is released. */
    Model model() {
        return model(released());
    }

    private Model model(float[] values) {
        return new Model(config.model(), values);
    }
}

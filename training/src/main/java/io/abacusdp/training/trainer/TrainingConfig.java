package io.abacusdp.training.trainer;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.training.gradient.Views;
import io.abacusdp.training.model.LossSettings;
import io.abacusdp.training.model.ModelJson;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.optimise.Schedule;
import io.abacusdp.training.sampling.Lots;
import io.abacusdp.training.sampling.Sampling;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.NoiseChoice;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What is to be trained, and how. All of it is public and chosen without looking at the private data.
 *
 * @param lotSize expected number of examples in a step, by which sums are divided
 * @param epochs expected number of times that an example is used, above 0
 * @param noise whether steps have noise of their own, or noise that is correlated
 * @param noiseShape factor on the noise multiplier at each step; accounted as it changes
 * @param loss what is changed of the model's loss in training
 * @param views of which an example's gradient is the mean, before it is clipped
 * @param centring noise multiplier of the mean of all examples, which is charged and taken off them in training; or none
 * @param tuning how many such runs are made of which only the best is released; or none, for a run by itself
 * @param averaging how much a running average of the parameters, released in their place, keeps at each step; or none
 * @param publicSize declared number of examples, from which rate and divisor are taken whatever the data has; if none is
 *     declared, the actual number is taken as public
 * @param adjacency under which privacy is stated, or none for the usual one of the sampling
 * @param unit whom privacy is stated for
 */
public record TrainingConfig(
        ModelSpec model,
        PrivacyGoal goal,
        Sampling sampling,
        int lotSize,
        BigDecimal epochs,
        Clipping clipping,
        NoiseChoice noise,
        Schedule noiseShape,
        OptimiserChoice optimiser,
        Schedule learningRate,
        LossSettings loss,
        Views views,
        OptionalDouble centring,
        OptionalDouble averaging,
        Optional<TuningLaw> tuning,
        OptionalInt publicSize,
        Optional<Adjacency> adjacency,
        PrivacyUnit unit) {
    public TrainingConfig {
        if (lotSize < 1) {
            throw new IllegalArgumentException("lot size must be at least 1, got " + lotSize);
        }
        if (epochs.signum() <= 0) {
            throw new IllegalArgumentException("epochs must be above 0, got " + epochs);
        }
        if (!(noise instanceof NoiseChoice.Independent) && !noiseShape.equals(new Schedule.Constant(1))) {
            throw new IllegalArgumentException(
                    "correlated noise is the same at every step, got the schedule " + noiseShape);
        }
        boolean isPlain = unit.equals(PrivacyUnit.RECORD) && noise instanceof NoiseChoice.Independent;
        if (!isPlain && (centring.isPresent() || tuning.isPresent() || !views.isNone())) {
            throw new IllegalArgumentException(
                    "centring, tuning and augmented views are for single records and independent noise, got %s and noise %s"
                            .formatted(unit.words(), noise.id()));
        }
        loss.check(model);
        views.check(model.input().sizes().stream().mapToInt(Integer::intValue).toArray());
        if (centring.isPresent()) {
            if (!(centring.getAsDouble() > 0 && centring.getAsDouble() < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "noise of the centring must be finite and above 0, got " + centring.getAsDouble());
            }
            if (!views.isNone()) {
                throw new IllegalArgumentException("centring and augmented views exclude each other, got both");
            }
            Centre.require(model);
        }
        if (averaging.isPresent() && !(averaging.getAsDouble() >= 0 && averaging.getAsDouble() < 1)) {
            throw new IllegalArgumentException(
                    "decay of the average must be in [0, 1), got " + averaging.getAsDouble());
        }
        if (publicSize.isPresent() && !sampling.drawsEachByItself()) {
            // Their neighbours have the same number of examples, which lots are cut from.
            throw new IllegalArgumentException(
                    "a public size can be declared for poisson, allocated and cyclic sampling only, where neighbours differ in size, got "
                            + sampling.id());
        }
    }

    /** A run of the model towards the goal; the rest has defaults that can be changed. */
    public static Builder of(ModelSpec model, PrivacyGoal goal) {
        return new Builder(model, goal);
    }

    /** How lots are drawn from data of an actual size, and what they cost. */
    public Lots lots(int actual) {
        return sampling.lots(size(actual), lotSize);
    }

    /** The number that rate and steps come from, for data of an actual size. */
    public int size(int actual) {
        return publicSize.orElse(actual);
    }

    /** Name and value of every setting; two runs with the same settings and data are of the same plan. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("model", ModelJson.write(model));
        settings.put("goal", goal.toString());
        settings.put("sampling", sampling.id());
        settings.put("unit of privacy", unit.words());
        settings.put("lot size", Integer.toString(lotSize));
        settings.put("public size", publicSize.isPresent() ? Integer.toString(publicSize.getAsInt()) : "none");
        settings.put("epochs", epochs.stripTrailingZeros().toPlainString());
        settings.put("clipping", clipping.toString());
        if (!(noise instanceof NoiseChoice.Independent)) {
            settings.put("noise", noise.id());
        }
        settings.put("noise schedule", noiseShape.toString());
        settings.put("optimiser", optimiser.toString());
        settings.put("learning rate", learningRate.toString());
        if (!loss.isPlain()) {
            settings.put("loss", loss.toString());
        }
        if (!views.equals(Views.NONE)) {
            settings.put("augmented views", views.toString());
        }
        centring.ifPresent(noise -> settings.put("centring", Double.toString(noise)));
        averaging.ifPresent(decay -> settings.put("average of weights", Double.toString(decay)));
        tuning.ifPresent(law -> settings.put("tuning", law.toString()));
        settings.put("adjacency", adjacency.map(Adjacency::id).orElse("the usual one of the sampling"));
        return settings;
    }

    /** Settings one by one. Mutable, for use by one thread. */
    public static final class Builder {
        private final ModelSpec model;
        private final PrivacyGoal goal;
        private Sampling sampling = Sampling.POISSON;
        private int lotSize = 256;
        private BigDecimal epochs = BigDecimal.valueOf(10);
        private Clipping clipping = new Clipping.Flat(1);
        private NoiseChoice noise = new NoiseChoice.Independent();
        private Schedule noiseShape = new Schedule.Constant(1);
        private OptimiserChoice optimiser = new OptimiserChoice.PlainSgd();
        private Schedule learningRate = new Schedule.Constant(0.1);
        private LossSettings loss = LossSettings.PLAIN;
        private Views views = Views.NONE;
        private OptionalDouble centring = OptionalDouble.empty();
        private OptionalDouble averaging = OptionalDouble.empty();
        private Optional<TuningLaw> tuning = Optional.empty();
        private OptionalInt publicSize = OptionalInt.empty();
        private Optional<Adjacency> adjacency = Optional.empty();
        private PrivacyUnit unit = PrivacyUnit.RECORD;

        private Builder(ModelSpec model, PrivacyGoal goal) {
            this.model = model;
            this.goal = goal;
        }

        public Builder sampling(Sampling value) {
            sampling = value;
            return this;
        }

        public Builder lotSize(int value) {
            lotSize = value;
            return this;
        }

        public Builder epochs(long value) {
            return epochs(BigDecimal.valueOf(value));
        }

        public Builder epochs(BigDecimal value) {
            epochs = value;
            return this;
        }

        public Builder clipping(Clipping value) {
            clipping = value;
            return this;
        }

        public Builder noise(NoiseChoice value) {
            noise = value;
            return this;
        }

        public Builder noiseShape(Schedule value) {
            noiseShape = value;
            return this;
        }

        public Builder optimiser(OptimiserChoice value) {
            optimiser = value;
            return this;
        }

        public Builder learningRate(double value) {
            return learningRate(new Schedule.Constant(value));
        }

        public Builder learningRate(Schedule value) {
            learningRate = value;
            return this;
        }

        public Builder loss(LossSettings value) {
            loss = value;
            return this;
        }

        /** Averages gradients of several views of a picture before they are clipped. */
        public Builder views(Views value) {
            views = value;
            return this;
        }

        /** Releases the mean of all examples with this noise multiplier, charges it, and takes it off them in training. */
        public Builder centring(double noiseMultiplier) {
            centring = OptionalDouble.of(noiseMultiplier);
            return this;
        }

        /** Releases a running average of the parameters, which keeps this share of itself at each step. */
        public Builder averaging(double decay) {
            averaging = OptionalDouble.of(decay);
            return this;
        }

        /** Prices the run as one of a random number, of which only the best is released. */
        public Builder tuning(TuningLaw value) {
            tuning = Optional.of(value);
            return this;
        }

        public Builder publicSize(int value) {
            publicSize = OptionalInt.of(value);
            return this;
        }

        public Builder adjacency(Adjacency value) {
            adjacency = Optional.of(value);
            return this;
        }

        public Builder unit(PrivacyUnit value) {
            unit = value;
            return this;
        }

        public TrainingConfig build() {
            return new TrainingConfig(
                    model,
                    goal,
                    sampling,
                    lotSize,
                    epochs,
                    clipping,
                    noise,
                    noiseShape,
                    optimiser,
                    learningRate,
                    loss,
                    views,
                    centring,
                    averaging,
                    tuning,
                    publicSize,
                    adjacency,
                    unit);
        }
    }
}

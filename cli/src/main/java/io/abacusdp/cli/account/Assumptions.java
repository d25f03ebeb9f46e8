package io.abacusdp.cli.account;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.cli.option.Schedule;
import java.util.List;
import java.util.OptionalLong;

/** What a guarantee rests on, in sentences. */
final class Assumptions {
    private static final String RELEASED =
            "Released: the noisy result of every step. All intermediate models and checkpoints are covered, and so is"
                    + " anything computed from them.";
    private static final String NOT_COVERED =
            "Not covered: other runs on the same data (tuning, restarts) and figures computed from it without noise;"
                    + " compose them to include them.";
    private static final String RANDOMNESS =
            "Randomness: sampling and noise come from a generator that nobody can predict, and the samples stay secret.";

    private Assumptions() {}

    /** Of an event that was given as such. */
    static List<String> ofEvent(Adjacency adjacency, String event) {
        return List.of(neighbours(adjacency), "Run: " + event, RELEASED, NOT_COVERED, RANDOMNESS);
    }

    /** Whom an event is for. */
    static String unit(DpEvent event) {
        return event instanceof Group group
                ? "Unit of privacy: a user with up to %d records, all of which the neighbouring data lacks. Who has more is not covered."
                        .formatted(group.size())
                : "Unit of privacy: one record, unless the run below says otherwise.";
    }

    /** Of training by noisy clipped gradients. */
    static List<String> ofTraining(
            Adjacency adjacency,
            double noiseMultiplier,
            boolean microbatches,
            Schedule schedule,
            OptionalLong examples) {
        return List.of(
                neighbours(adjacency),
                size(examples),
                sampling(schedule),
                clipping(microbatches),
                "Noise: Gaussian on the sum of clipped gradients, its standard deviation %s times the clipping norm."
                        .formatted(SafeFigures.exact(noiseMultiplier)),
                RELEASED,
                NOT_COVERED,
                RANDOMNESS);
    }

    private static String neighbours(Adjacency adjacency) {
        return "Neighbouring data (%s): %s"
                .formatted(
                        adjacency.id(),
                        switch (adjacency) {
                            case ADD_OR_REMOVE_ONE -> "one has a record that the other lacks.";
                            case REPLACE_ONE -> "one record of the one is another record in the other.";
                            case ZERO_OUT ->
                                "one record of the one contributes nothing in the other; their sizes are equal.";
                        });
    }

    private static String size(OptionalLong examples) {
        return "Number of examples: %s taken as public, as the sampling rate and what sums are divided by come from it."
                .formatted(examples.isPresent() ? examples.getAsLong() + ", which is" : "it is");
    }

    private static String sampling(Schedule schedule) {
        return schedule.rate() == 1
                ? "Sampling: none; all data is used at each of %d steps.".formatted(schedule.steps())
                : ("Sampling: %d steps at rate %s. Only if each example is drawn independently at every step (Poisson)"
                                + " does sampling amplify privacy; shuffled batches of fixed size are another case below.")
                        .formatted(schedule.steps(), SafeFigures.exact(schedule.rate()));
    }

    private static String clipping(boolean microbatches) {
        return microbatches
                ? "Clipping: the mean gradient of each micro-batch to the clipping norm. A record can turn its"
                        + " micro-batch's gradient round, so that the sum moves by up to twice the norm, and the noise"
                        + " multiplier counts half."
                : "Clipping: the gradient of each example to the clipping norm, so that a record moves the sum by at most"
                        + " the norm.";
    }
}

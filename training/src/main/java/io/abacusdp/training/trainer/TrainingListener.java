package io.abacusdp.training.trainer;

/**
 * Follows a run, for whoever runs it. Nothing of what it is told comes from private data without noise, but for times: of those
 * and of messages, nothing is to be published.
 */
public interface TrainingListener {
    /** The run begins, or goes on after so many steps. */
    default void begun(TrainingPlan plan, long stepsDone) {}

    /** A step was made; so many in all. */
    default void stepped(long stepsDone) {}

    /** An epoch is over. */
    default void epochDone(EpochRecord epoch, EpochTime time) {}

    /** Something that a person has to know. */
    default void noted(String message) {}
}

package io.abacusdp.training.trainer;

/** Follows a run. What it is told may be shown: nothing of it comes from private data without noise. */
public interface TrainingListener {
    /** The run begins, or goes on after so many steps. */
    default void begun(TrainingPlan plan, long stepsDone) {}

    /** A step was made; so many in all. */
    default void stepped(long stepsDone) {}

    /** An epoch is over. */
    default void epochDone(EpochRecord epoch) {}

    /** Something that a person has to know. */
    default void noted(String message) {}
}

package io.abacusdp.federated.server;

/** Where an attempt at a round is. */
public enum RoundState {
    /** Who is asked, and what it costs, is settled. */
    PLANNED,
    /** The spend is on the disk; nobody has heard of the attempt. */
    RESERVED,
    /** Clients can fetch their tasks. */
    DISPATCHED,
    /** Answers are awaited. */
    COLLECTING,
    /** The sum is there, in memory only. */
    AGGREGATED,
    /** The sum has its noise. */
    NOISED,
    /** The noised model is on the disk, with the spend that it belongs to. */
    COMMITTED,
    /** The model can be seen. */
    RELEASED,
    /** The attempt ended without a model; all of it stays paid. */
    ABORTED,
    /** The next attempt would exceed a budget, and the run ends. */
    EXHAUSTED
}

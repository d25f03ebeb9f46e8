package io.abacusdp.federated.server;

import java.util.OptionalDouble;

/**
 * A round whose model was released.
 *
 * @param round from 1
 * @param attempt from 0
 * @param enrolled number of clients
 * @param epsilonSample of the worst client's records so far; none if they are not charged
 * @param worstClient whose records those are; empty if none
 * @param epsilonUser of each client so far, for those who see released models only; none if clients are not charged
 * @param epsilonUserKnown of the worst client so far, for one who knows when it took part; none if clients are not charged
 * @param clippingNorm bound on an update in this round; none if there is none
 */
public record RoundReport(
        int round,
        int attempt,
        int enrolled,
        OptionalDouble epsilonSample,
        String worstClient,
        OptionalDouble epsilonUser,
        OptionalDouble epsilonUserKnown,
        OptionalDouble clippingNorm) {}

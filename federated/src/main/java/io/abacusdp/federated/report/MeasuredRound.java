package io.abacusdp.federated.report;

import io.abacusdp.federated.server.RoundReport;
import java.util.OptionalDouble;

/**
 * A released model, and how it does on the public test set, if there is one.
 *
 * @param auc none unless there are two classes
 */
public record MeasuredRound(RoundReport round, OptionalDouble loss, OptionalDouble accuracy, OptionalDouble auc) {}

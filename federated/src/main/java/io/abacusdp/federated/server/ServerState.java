package io.abacusdp.federated.server;

import io.abacusdp.federated.aggregate.Aggregation;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.optimise.Optimiser;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The released model and what later rounds need of earlier ones. All of it has its noise. For use by one thread. */
final class ServerState {
    final float[] parameters;
    final Optimiser optimiser;
    private final List<RoundReport> reports = new ArrayList<>();
    private double clippingNorm;

    /** @param clippingNorm for the next round; infinite if updates are not clipped */
    ServerState(float[] parameters, Aggregation aggregation, double clippingNorm) {
        this.parameters = parameters;
        this.optimiser = aggregation.optimiser(parameters.length);
        this.clippingNorm = clippingNorm;
    }

    /** Number of rounds that the model has taken. */
    int round() {
        return reports.size();
    }

    List<RoundReport> reports() {
        return Collections.unmodifiableList(reports);
    }

    double clippingNorm() {
        return clippingNorm;
    }

    void restore(List<RoundReport> rounds) {
        reports.addAll(rounds);
    }

    /** Moves the model along the mean update. */
    void step(float[] mean, double rate, double nextClippingNorm, RoundReport report) {
        float[] gradient = new float[mean.length];
        for (int i = 0; i < mean.length; i++) {
            gradient[i] = -mean[i];
        }
        optimiser.step(parameters, gradient, rate);
        clippingNorm = nextClippingNorm;
        reports.add(report);
    }

    boolean isFinite() {
        return Model.areFinite(parameters);
    }
}

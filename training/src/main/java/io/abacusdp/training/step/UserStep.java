package io.abacusdp.training.step;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.UserRows;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.gradient.UserGradients;
import io.abacusdp.training.sum.Lot;

/** A step whose lots are of persons: all records of a person that is drawn are one clipped contribution ({@link UserGradients}). */
public class UserStep extends PrivateStep {
    private final GradientEngine engine;
    private final Dataset data;
    private final UserRows users;

    /** @param data whose rows are the persons' records */
    public UserStep(
            StepPlan plan, GradientEngine engine, Dataset data, UserRows users, StepSources sources, Start start) {
        super(plan, engine, data, sources, start, users.count());
        this.engine = engine;
        this.data = data;
        this.users = users;
    }

    @Override
    public LotGradient sum(float[] parameters, Lot lot) {
        return UserGradients.sum(engine, parameters, data, users, lot, clip());
    }
}

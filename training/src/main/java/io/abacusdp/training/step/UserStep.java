package io.abacusdp.training.step;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.UserRows;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.gradient.UserGradients;
import io.abacusdp.training.sampling.Sampler;
import io.abacusdp.training.sum.Dealer;
import io.abacusdp.training.sum.Lot;
import java.util.Optional;
import java.util.function.IntPredicate;

/** A step whose lots are of persons: all records of a person that is drawn are one clipped contribution ({@link UserGradients}). */
public class UserStep extends PrivateStep {
    private final GradientEngine engine;
    private final Dataset data;
    private final UserRows users;

    /** @param absent persons that are left out of every lot, and count for the rate of sampling all the same */
    public UserStep(
            GradientEngine engine,
            Dataset data,
            UserRows users,
            Sampler sampler,
            Dealer dealer,
            DpStep release,
            IntPredicate absent) {
        super(engine, data, sampler, dealer, release, absent, Optional.empty());
        this.engine = engine;
        this.data = data;
        this.users = users;
    }

    @Override
    public LotGradient sum(float[] parameters, Lot lot) {
        return UserGradients.sum(engine, parameters, data, users, lot, clip());
    }
}

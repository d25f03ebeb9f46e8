package io.abacusdp.accounting.tradeoff;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import java.util.Arrays;

/** Poisson-sampled Gaussians as reference tables write them. */
public final class Sampled {
    private Sampled() {}

    /** sigma:q:steps joined by semicolons. */
    public static DpEvent of(String events) {
        return new Composed(
                Arrays.stream(events.split(";", -1)).map(Sampled::one).toList());
    }

    private static DpEvent one(String event) {
        String[] parts = event.split(":", -1);
        return of(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]), Long.parseLong(parts[2]));
    }

    public static DpEvent of(double sigma, double rate, long steps) {
        return new Repeated(steps, new PoissonSampled(rate, new Gaussian(sigma)));
    }
}

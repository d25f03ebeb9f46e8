package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import java.util.Arrays;

/** Events as reference tables write them. */
final class Events {
    private Events() {}

    /** sigma:q:steps joined by semicolons. */
    static DpEvent of(String events) {
        return new Composed(
                Arrays.stream(events.split(";", -1)).map(Events::one).toList());
    }

    private static DpEvent one(String event) {
        String[] parts = event.split(":", -1);
        return sampled(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]), Long.parseLong(parts[2]));
    }

    static DpEvent sampled(double sigma, double rate, long steps) {
        return new Repeated(steps, new PoissonSampled(rate, new Gaussian(sigma)));
    }
}

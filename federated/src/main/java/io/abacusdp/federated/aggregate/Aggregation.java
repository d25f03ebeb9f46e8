package io.abacusdp.federated.aggregate;

import io.abacusdp.training.optimise.Adam;
import io.abacusdp.training.optimise.Optimiser;
import io.abacusdp.training.optimise.Sgd;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How the model follows the mean update of its clients. */
public enum Aggregation {
    /**
     * The mean update times the server's rate is added to the model.
     *
     * <p>Source: McMahan, Moore, Ramage, Hampson, Agüera y Arcas 2017, arXiv:1602.05629, algorithm 1.
     */
    FEDAVG,
    /**
     * As FedAvg; clients add μ(w − w₀) to each gradient, w₀ the model that the round began with. It is added after noise, and
     * is a function of what was released, so that it costs nothing.
     *
     * <p>Source: Li, Sahu, Zaheer, Sanjabi, Talwalkar, Smith 2020, arXiv:1812.06127, algorithm 2.
     */
    FEDPROX,
    /**
     * The mean update, negated, is the gradient of Adam on the server: β₁ = 0.9, β₂ = 0.99, ε = 1e-3.
     *
     * <p>Source: Reddi et al. 2021, arXiv:2003.00295, algorithm 2 (FedAdam), here with the corrections of Kingma and Ba for
     * the first rounds.
     */
    FEDADAM;

    /** Name in commands and files. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The one of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Aggregation of(String id) {
        List<String> ids = Arrays.stream(values()).map(Aggregation::id).toList();
        return Arrays.stream(values())
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("algorithm must be one of " + ids + ", got " + id));
    }

    /** The server's optimiser for so many parameters. */
    public Optimiser optimiser(int parameters) {
        return this == FEDADAM ? new Adam(parameters, 0.9, 0.99, 1e-3) : new Sgd(parameters);
    }
}

package io.abacusdp.cli;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.DpEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * What all accountants say about one event.
 *
 * @param guarantees by those that can account it, at least one
 * @param refusing names of the others
 */
record Survey(List<Timed<Guarantee>> guarantees, List<String> refusing) {
    /**
     * Asks them all for epsilon.
     *
     * @throws UnsupportedEventException if none can account the event
     */
    static Survey epsilon(RenyiOptions renyi, DpEvent event, Adjacency adjacency, double delta) {
        List<Timed<Guarantee>> guarantees = new ArrayList<>();
        List<String> refusing = new ArrayList<>();
        List<UnsupportedEventException> refusals = new ArrayList<>();
        for (String name : Accountants.surveyed()) {
            Accountant accountant = renyi.accountant(name);
            try {
                Timed<Guarantee> guarantee = Timed.once(() -> accountant.epsilon(event, adjacency, delta));
                // One that handed over to another has nothing of its own to say.
                if (guarantee.result().accountant().equals(name)) {
                    guarantees.add(guarantee);
                } else {
                    refusing.add(name);
                }
            } catch (UnsupportedEventException e) {
                refusing.add(name);
                refusals.add(e);
            }
        }
        if (guarantees.isEmpty()) {
            throw refusals.get(0);
        }
        return new Survey(guarantees, refusing);
    }
}

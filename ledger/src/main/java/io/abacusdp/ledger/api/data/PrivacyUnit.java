package io.abacusdp.ledger.api.data;

import io.abacusdp.accounting.Adjacency;
import java.util.Objects;

/**
 * Who is protected, and against what difference: losses of different units are never added up.
 *
 * @param name of one unit, such as patient or client
 * @param adjacency when two datasets of such units are neighbours
 */
public record PrivacyUnit(String name, Adjacency adjacency) {
    public PrivacyUnit {
        TextRules.name("unit", name);
        Objects.requireNonNull(adjacency, "adjacency");
    }
}

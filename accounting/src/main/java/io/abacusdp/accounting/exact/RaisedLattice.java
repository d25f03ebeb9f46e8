package io.abacusdp.accounting.exact;

/**
 * Equidistant nodes on the line Im x = y.
 *
 * @param height y
 * @param first real part of the first node, in units of the spacing
 * @param size number of nodes
 */
record RaisedLattice(double height, double spacing, long first, int size) {
    /** The real part of a node. */
    double at(int j) {
        return (first + j) * spacing;
    }
}

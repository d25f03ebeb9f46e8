package io.abacusdp.training.model;

/**
 * One array of parameters of one layer, within the flat array of all.
 *
 * @param name layer and role, such as {@code 0.weight}
 * @param offset of its first element in the flat array
 * @param layer index of the layer in {@link ModelSpec#layers()}
 */
public record ParameterBlock(String name, Shape shape, int offset, int layer) {
    /** Number of parameters. */
    public int length() {
        return shape.elements();
    }
}

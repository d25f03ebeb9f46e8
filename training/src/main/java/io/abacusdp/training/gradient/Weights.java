package io.abacusdp.training.gradient;

/**
 * Weight {inputs, outputs} and bias of a layer within the flat parameters, and a transposed copy where one is needed. Shared by
 * threads; changed only between lots.
 */
final class Weights {
    private static final int PART = 16;

    final int inputs;
    final int outputs;
    final int weightAt;
    final int biasAt;
    private final float[] transposed;
    private float[] parameters = new float[0];

    private Weights(int inputs, int outputs, int weightAt, float[] transposed) {
        this.inputs = inputs;
        this.outputs = outputs;
        this.weightAt = weightAt;
        this.biasAt = weightAt + inputs * outputs;
        this.transposed = transposed;
    }

    static Weights of(int inputs, int outputs, int weightAt) {
        return new Weights(inputs, outputs, weightAt, new float[0]);
    }

    static Weights withTransposed(int inputs, int outputs, int weightAt) {
        return new Weights(inputs, outputs, weightAt, new float[inputs * outputs]);
    }

    /** Number of parameters, bias included. */
    int length() {
        return (inputs + 1) * outputs;
    }

    /** The flat parameters of the model. */
    float[] parameters() {
        return parameters;
    }

    void use(float[] newParameters) {
        parameters = newParameters;
    }

    /** Weight as {outputs, inputs}. */
    float[] transposed() {
        return transposed;
    }

    /** Number of parts in which the transposed copy is made. */
    int parts() {
        return transposed.length == 0 ? 0 : (outputs + PART - 1) / PART;
    }

    void transpose(int part) {
        int end = Math.min(outputs, (part + 1) * PART);
        for (int i = 0; i < inputs; i++) {
            for (int j = part * PART; j < end; j++) {
                transposed[j * inputs + i] = parameters[weightAt + i * outputs + j];
            }
        }
    }
}

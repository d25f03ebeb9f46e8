package io.abacusdp.accounting.pld;

/** Gauss-Legendre quadrature: exact for polynomials of degree 2n − 1, all weights positive. */
final class GaussLegendre {
    static final GaussLegendre THREE = new GaussLegendre(
            new double[] {0, 0.7745966692414834}, new double[] {0.8888888888888888, 0.5555555555555556});
    static final GaussLegendre FIVE = new GaussLegendre(
            new double[] {0, 0.5384693101056831, 0.906179845938664},
            new double[] {0.5688888888888889, 0.47862867049936647, 0.23692688505618908});
    static final GaussLegendre EIGHT = new GaussLegendre(
            new double[] {0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363},
            new double[] {0.362683783378362, 0.31370664587788727, 0.22238103445337448, 0.10122853629037626});

    private final double[] nodes;
    private final double[] weights;

    private GaussLegendre(double[] half, double[] halfWeights) {
        int mirrored = half[0] == 0 ? half.length - 1 : half.length;
        int size = half.length + mirrored;
        this.nodes = new double[size];
        this.weights = new double[size];
        for (int i = 0; i < half.length; i++) {
            nodes[i] = half[i];
            weights[i] = halfWeights[i];
        }
        for (int i = 0; i < mirrored; i++) {
            nodes[half.length + i] = -half[half.length - 1 - i];
            weights[half.length + i] = halfWeights[half.length - 1 - i];
        }
    }

    int size() {
        return nodes.length;
    }

    double node(int i, double from, double to) {
        return from + (to - from) * 0.5 * (1 + nodes[i]);
    }

    double weight(int i, double from, double to) {
        return 0.5 * (to - from) * weights[i];
    }
}

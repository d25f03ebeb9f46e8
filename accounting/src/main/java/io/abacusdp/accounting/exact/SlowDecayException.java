package io.abacusdp.accounting.exact;

/**
 * The contour integral of a loss converges too slowly to be worth its time: few expected participations, so that the loss
 * is nearly discrete, or parameters far outside of use. Ask an accountant that discretises the loss instead.
 */
public final class SlowDecayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SlowDecayException(String reason) {
        super("the contour integral of this loss converges too slowly: " + reason + "; use the pld accountant");
    }
}

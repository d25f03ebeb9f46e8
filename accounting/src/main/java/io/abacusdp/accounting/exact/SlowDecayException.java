package io.abacusdp.accounting.exact;

/**
 * The contour integral of a loss converges too slowly to be worth its time: few expected participations, so that the loss
 * is nearly discrete, or parameters far outside of use. It is known here alone: {@link LossLaw} makes an {@link
 * io.abacusdp.accounting.UnsupportedEventException} of it, which names the event.
 */
final class SlowDecayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SlowDecayException(String reason) {
        super("the contour integral of its loss converges too slowly: " + reason + "; use the pld accountant");
    }
}

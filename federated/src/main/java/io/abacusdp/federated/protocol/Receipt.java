package io.abacusdp.federated.protocol;

/**
 * How often a client has charged itself in a run, and the mark of the last of these charges. Marks are random, so that a ledger which
 * holds one is that which made it, or a later state of it: one that was put back, or another process that works with the same
 * key, has others.
 *
 * @param charges at least 0
 * @param mark empty if there is no charge
 */
public record Receipt(int charges, String mark) {
    private static final int MOST_CHARACTERS = 64;

    /** Of a client that has charged nothing. */
    public static final Receipt NONE = new Receipt(0, "");

    public Receipt {
        if (charges < 0) {
            throw new IllegalArgumentException("charges must be at least 0, got " + charges);
        }
        if (mark.length() > MOST_CHARACTERS || !mark.chars().allMatch(Receipt::isHexadecimal)) {
            throw new IllegalArgumentException(
                    "a mark must be at most " + MOST_CHARACTERS + " hexadecimal digits, in lower case");
        }
    }

    private static boolean isHexadecimal(int character) {
        return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'f');
    }
}

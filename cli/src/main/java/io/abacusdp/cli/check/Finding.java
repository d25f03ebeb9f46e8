package io.abacusdp.cli.check;

import java.util.Locale;

/**
 * One thing that was looked at.
 *
 * @param subject the file, and what in it
 * @param text what was compared and what came of it; never a private value
 */
record Finding(Result result, String subject, String text) {
    /** What came of a comparison. */
    enum Result {
        /** It is as it should be. */
        HOLDS,
        /** More loss is stated than there was, which is allowed. */
        CONSERVATIVE,
        /** Something is wrong, or was made so that it cannot be judged. */
        WRONG,
        /** Nothing is wrong with it, and a reader has to know it. */
        NOTED,
        /** Nobody can tell from these files. */
        UNKNOWN;

        String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}

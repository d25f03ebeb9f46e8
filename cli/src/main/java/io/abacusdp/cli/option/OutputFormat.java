package io.abacusdp.cli.option;

import java.util.Locale;

/** How values are printed. */
enum OutputFormat {
    /** For people, in safe figures. */
    TEXT,
    /** For programs, in full, as a batch answers. */
    JSON,
    /** For spreadsheets, in full; of tables only. */
    CSV,
    /** For documents; of what is read as text. */
    MARKDOWN;

    /** Name on the command line. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}

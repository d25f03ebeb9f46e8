package io.abacusdp.cli.imports;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What a file of another library says, and what it leaves open.
 *
 * @param kind what the file is, as the end of a sentence that starts with 'This is'
 * @param delta that the file states, if it does
 * @param readings what may have run; none if nothing in the file has a proven guarantee
 * @param claims what the library itself says it cost
 * @param doubts what a reader has to know before believing any of it, each a whole sentence
 */
record ImportedRun(String kind, OptionalDouble delta, List<Reading> readings, List<Claim> claims, List<String> doubts) {
    ImportedRun {
        readings = List.copyOf(readings);
        claims = List.copyOf(claims);
        doubts = List.copyOf(doubts);
    }
}

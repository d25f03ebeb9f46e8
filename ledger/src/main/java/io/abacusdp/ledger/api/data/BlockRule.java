package io.abacusdp.ledger.api.data;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Objects;

/**
 * Blocks of a dataset that come into being as time goes, each with its budget. Block k is there from the beginning of its
 * interval on, at {@code from + k·every}; it holds what was recorded within it ({@link By#TIME}), or who joined within it
 * ({@link By#COHORT}). That no unit is in two blocks has to be so: by time only if the unit is of one interval, such as a
 * patient's day, by cohort if somebody stays where they first appeared.
 *
 * @param by what a block holds
 * @param every length of an interval, in whole seconds
 * @param from beginning of the first
 * @param budget of each block
 * @param declaredBy who asked for it
 * @param approvedBy who else agreed
 */
public record BlockRule(By by, Duration every, Instant from, Budget budget, String declaredBy, String approvedBy) {
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    /** What a block holds. */
    public enum By {
        /** What was recorded in the interval. */
        TIME,
        /** All of those who joined in the interval. */
        COHORT
    }

    public BlockRule {
        Objects.requireNonNull(by, "by");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(budget, "budget");
        Objects.requireNonNull(declaredBy, "declaredBy");
        Objects.requireNonNull(approvedBy, "approvedBy");
        if (!(every.toSeconds() > 0 && every.toNanosPart() == 0)) {
            throw new InvalidRequestException("every", "must be a positive number of whole seconds, got " + every);
        }
        if (budget.window() != null) {
            throw new InvalidRequestException(
                    "window", "must not be given for a block, which has its dataset's windows");
        }
    }

    /** Beginning of a block's interval. */
    public Instant start(long block) {
        return from.plusSeconds(Math.multiplyExact(every.toSeconds(), block));
    }

    /** Name of a block within its dataset: the beginning of its interval, as in 20261118T000000Z. */
    public String name(long block) {
        return NAME.format(start(block));
    }

    /** How many blocks there are by now. */
    public long begun(Instant at) {
        return at.isBefore(from) ? 0 : Duration.between(from, at).toSeconds() / every.toSeconds() + 1;
    }
}

package io.abacusdp.accounting.filter;

/**
 * A budget of its own for every record: a record takes part in a release only as long as what it has spent, with this, stays within the limit that all
 * share; later releases then go on without it.
 *
 * <p>Formula: what a record spends is by its own contribution, in a measure that adds up under adaptive choice: with a sum of vectors and noise σ,
 * ρ_i = ‖v_i‖²/2σ² of zero-concentrated privacy, the divergence at one fixed order, or μ_i² = ‖v_i‖²/σ². The releases together satisfy the limit as that of all
 * records.
 *
 * <p>Source: Feldman, Zrnic 2021, arXiv:2008.11193, theorem 4.5, for Rényi and zero-concentrated privacy; Koskela, Tobaben, Honkela 2022, arXiv:2209.15596, for
 * Gaussian privacy.
 *
 * <p>Assumes: add-or-remove-one adjacency; a record's cost is worked out from that record, what was released before, and public things only, and its
 * contribution is left out whenever the filter says no. If a record's cost also depends on other records (as that of a sum that is divided by the
 * number of those left does), none of this holds.
 *
 * <p>Limits: what was spent, who is still in and how many are is private, and is not to be released. Costs are whole units of 2^−40, rounded up. Safe for use by
 * several threads.
 *
 * <p>Example: with {@code filter = new IndividualFilter(records, 0.5)}, a record of norm v is summed in a release of noise σ if
 * {@code filter.admits(record, v * v / (2 * sigma * sigma))}, and counts as zeros if not.
 */
public final class IndividualFilter {
    private static final double UNIT = 0x1p-40;
    private static final double MOST = 0x1p20;

    private final long limit;
    private final long[] spent;

    /**
     * Nothing spent yet.
     *
     * @param records how many there are
     * @param limit that each has, from 2^−40 to 2^20
     */
    public IndividualFilter(int records, double limit) {
        if (records < 0) {
            throw new IllegalArgumentException("records must be at least 0, got " + records);
        }
        if (!(limit >= UNIT && limit <= MOST)) {
            throw new IllegalArgumentException("limit must be in [2^-40, 2^20], got " + limit);
        }
        this.limit = (long) Math.floor(limit / UNIT);
        this.spent = new long[records];
    }

    /**
     * Spends the cost of a record and says that it may take part, or that it must be left out, and spends nothing.
     *
     * @param cost of this record in this release, at least 0; infinite is never within a limit
     */
    public synchronized boolean admits(int record, double cost) {
        if (!(cost >= 0)) {
            throw new IllegalArgumentException("cost must be at least 0, got " + cost);
        }
        double units = Math.ceil(cost / UNIT);
        // A cost so small that the quotient underflows is not rounded to nothing.
        long more = cost > 0 ? Math.max(1, (long) Math.min(units, 0x1p62)) : 0;
        if (more > limit - spent[record]) {
            return false;
        }
        spent[record] += more;
        return true;
    }

    /** What a record has spent, rounded up. Private. */
    public synchronized double spent(int record) {
        return Math.nextUp((double) spent[record]) * UNIT;
    }
}

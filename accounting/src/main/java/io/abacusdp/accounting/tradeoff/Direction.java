package io.abacusdp.accounting.tradeoff;

/** Which of two neighbouring data sets an attacker takes for granted until shown otherwise. P has the record, Q lacks it. */
public enum Direction {
    /** T(P, Q): the record is found present where it is not at the false positive rate. */
    REMOVE,
    /** T(Q, P), the inverse: the record is found absent where it is present at the false positive rate. */
    ADD,
    /** The largest convex curve that is above neither of the two: it holds for an attacker of either kind. */
    SYMMETRIC
}

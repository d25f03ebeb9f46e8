package io.abacusdp.training.trainer;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;

/**
 * Whom a run protects: what neighbouring data have and lack.
 *
 * <p>Where each record is clipped by itself, k records of a person that are drawn together move a sum by up to k times as much, by the
 * triangle inequality and the bound for one ({@link io.abacusdp.training.sum.SumSensitivity}): a charge is then that of a group of k
 * records, each sampled by itself. Where all records of a person are one contribution, that person is to the sum what a record is
 * elsewhere, and the charge is that of a record.
 *
 * @param records of a person that a charge is for; 1 unless each is clipped by itself
 */
public record PrivacyUnit(Kind kind, int records) {
    /** A mixture of more parts than this is more than accountants take. */
    public static final int MOST_RECORDS = 1000;

    /** Single records, as usual. */
    public static final PrivacyUnit RECORD = new PrivacyUnit(Kind.RECORD, 1);

    /** All records of a person are one contribution, however many there are. */
    public static final PrivacyUnit CLIPPED_USER = new PrivacyUnit(Kind.CLIPPED_USER, 1);

    /** How a person's records are bounded. */
    public enum Kind {
        /** There are no persons: a record is what is protected. */
        RECORD("one record"),
        /** Nobody is said to have more than so many records; the trainer does not know whose they are. */
        DECLARED("a user with up to %d records, as declared"),
        /** The trainer leaves out what a person has beyond so many records. */
        CAPPED("a user, up to %d of whose records are used"),
        /**
         * Records have several owners, and those are used of which nobody owns more than so many. Who owns which is public: neighbouring
         * data have the same owners, and a person's records contribute nothing in one of them.
         */
        OWNED("an owner, up to %d of whose records are used, who owns which being public"),
        /** All records of a person are clipped as one. */
        CLIPPED_USER("a user, whose records are clipped as one");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    public PrivacyUnit {
        boolean isCounted = kind == Kind.DECLARED || kind == Kind.CAPPED || kind == Kind.OWNED;
        if (!(isCounted ? records >= 1 && records <= MOST_RECORDS : records == 1)) {
            throw new IllegalArgumentException(
                    "records of a user must be from 1 to %d, got %d".formatted(MOST_RECORDS, records));
        }
    }

    /** For a reader, and for reports, where it is a setting. */
    public String words() {
        return kind.words.formatted(records);
    }

    /**
     * The unit of the words.
     *
     * @throws IllegalArgumentException if they are of none
     */
    public static PrivacyUnit parse(String words) {
        String digits = words.replaceAll("[^0-9]", "");
        for (Kind kind : Kind.values()) {
            int records = kind.words.contains("%d") && digits.matches("[0-9]{1,4}") ? Integer.parseInt(digits) : 1;
            if (kind.words.formatted(records).equals(words)) {
                return new PrivacyUnit(kind, records);
            }
        }
        throw new IllegalArgumentException("no unit of privacy: " + words);
    }

    /** Whether the guarantee holds under an adjacency, if that of records does. */
    public boolean holdsUnder(Adjacency adjacency) {
        return kind != Kind.OWNED || adjacency == Adjacency.ZERO_OUT;
    }

    /** Whether it is a person and not a record. */
    public boolean isUser() {
        return kind != Kind.RECORD;
    }

    /** What lots are drawn from. */
    public String drawn() {
        return kind == Kind.CLIPPED_USER ? "users" : "training examples";
    }

    /** What a charge for one record is for this unit. */
    public DpEvent charge(DpEvent ofRecord) {
        boolean isSame = records == 1 || ofRecord instanceof NoOp || ofRecord instanceof NonPrivate;
        return isSame ? ofRecord : new Group(records, ofRecord);
    }
}

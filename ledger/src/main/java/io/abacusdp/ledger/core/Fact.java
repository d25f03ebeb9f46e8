package io.abacusdp.ledger.core;

import io.abacusdp.ledger.api.data.BlockRule;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happened, as the journal keeps it. A fact is true once it is recorded; its meaning never changes. */
public sealed interface Fact {
    /** The first fact of every journal. */
    record LedgerOpened(String ledger) implements Fact {}

    /**
     * A backup was put back on purpose: what was recorded after it is lost. The log goes on under another name, as no log may
     * have two heads that contradict each other.
     *
     * @param ledger the name from here on
     * @param lost text of the last head that was seen of the log before
     */
    record Restored(String ledger, String lost, String by, String approvedBy, String reason) implements Fact {}

    /** An account without a parent has a unit; one with a parent has its parent's. */
    record AccountAdded(String account, @Nullable String parent, PrivacyUnit unit) implements Fact {}

    record DatasetAdded(String dataset, PrivacyUnit unit) implements Fact {}

    record BlockAdded(String dataset, String part) implements Fact {}

    /** Charges of the account, and of all below, have to name the dataset or blocks of it; no others may. */
    record DatasetBound(String dataset, String account) implements Fact {}

    /** Charges of the account, and of all below, have to name data that have a budget of their own. */
    record BudgetedDataRequired(String account) implements Fact {}

    /** Without an approver only in journals of versions that let one administrator give a scope its first budget. */
    record BudgetSet(
            Scope scope, Budget budget, String by, @Nullable String approvedBy, String reason) implements Fact {}

    record WindowOpened(Scope scope, long number, String by, String approvedBy, String reason) implements Fact {}

    /**
     * A window opened by itself, as its budget says, when the one before had passed; windows in which nothing was asked are
     * passed over.
     *
     * @param since when it began, a whole number of windows after the one before
     */
    record WindowRefreshed(Scope scope, long number, Instant since) implements Fact {}

    /** From now on blocks of the dataset come into being as time goes. */
    record BlocksDeclared(String dataset, BlockRule rule, String reason) implements Fact {}

    record Priced(Price price) implements Fact {}

    record Reserved(
            String reservation,
            String key,
            String body,
            String account,
            List<Scope> scopes,
            String price,
            Instant expires)
            implements Fact {
        public Reserved {
            scopes = List.copyOf(scopes);
        }
    }

    /** Reserved, started and committed at one go. */
    record Charged(String reservation, String key, String body, String account, List<Scope> scopes, String price)
            implements Fact {
        public Charged {
            scopes = List.copyOf(scopes);
        }
    }

    record Started(String reservation) implements Fact {}

    /**
     * What was really run, which costs at most what was reserved.
     *
     * @param reserved price of what was reserved, if that is another; null otherwise
     */
    record Committed(
            String reservation, String price, @Nullable String reserved) implements Fact {
        public Committed(String reservation, String price) {
            this(reservation, price, null);
        }
    }

    record Released(String reservation) implements Fact {}

    record Extended(String reservation, Instant expires) implements Fact {}

    /** The time of a reservation ran out: given back if it was not started, spent in full if it was. */
    record Lapsed(String reservation) implements Fact {}

    /** Somebody who can approve what another proposed. */
    record PersonAdded(String person, @Nullable String approvedBy, String reason) implements Fact {}

    /** Tokens of this subject of an identity provider, of which a hash is kept, are a person's. */
    record SubjectMapped(
            String subject,
            String person,
            @Nullable String account,
            @Nullable String approvedBy,
            String reason) implements Fact {}

    /**
     * A credential of a person or a service.
     *
     * @param key public part of it
     * @param hash SHA-256 of all of it; as it holds 256 random bits, that tells nothing
     * @param holder name of the person or service
     * @param isPerson whether that is a person
     * @param account root of the subtree that it reaches; null if that is all
     */
    record KeyIssued(
            String key,
            String name,
            String hash,
            String holder,
            boolean isPerson,
            List<String> permissions,
            @Nullable String account,
            @Nullable String approvedBy)
            implements Fact {
        public KeyIssued {
            permissions = List.copyOf(permissions);
        }
    }

    record KeyWithdrawn(String key, String name) implements Fact {}

    /**
     * A person asks for a change that another has to approve.
     *
     * @param change SHA-256 of its text, which may name people
     */
    record Proposed(String proposal, String change, Instant expires) implements Fact {}

    /** Another person approved what was proposed; what it changes are facts of their own. */
    record Approved(String proposal) implements Fact {}

    /** The clock was found right although the last fact is long past. */
    record ClockConfirmed(Instant last, String reason) implements Fact {}
}

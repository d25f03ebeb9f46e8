package io.abacusdp.ledger.api;

import io.abacusdp.accounting.filter.Binding;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a scope stands. Losses round up, what remains rounds down.
 *
 * @param state exact numbers of the scope; of a dataset with blocks those of charges on the whole, of a block its own
 * @param delta at which the epsilons below are stated
 * @param adaptiveWindow epsilon of what was spent in the present window, valid however charges were chosen
 * @param adaptiveLifetime the same of all that was ever spent
 * @param fixedPlan epsilon of all that was ever spent, by exact accounting, valid for a plan that was fixed beforehand
 * @param budget how the scope stands to its own budget, if it has one
 * @param moreLikeLast how many more charges like the last fit into this budget and those of all accounts above; empty if
 *     nothing was spent yet or no budget applies
 */
public record Balance(
        ScopeState state,
        double delta,
        double adaptiveWindow,
        double adaptiveLifetime,
        FixedPlanEpsilon fixedPlan,
        Optional<Standing> budget,
        OptionalLong moreLikeLast) {
    /**
     * A budget and what was taken from it, in the budget's measure. A unit of a dataset with blocks is counted as if it were in
     * the block that lost most at each order.
     *
     * @param spent what counts against the limit
     * @param reserved held by open reservations
     * @param taken both together; epsilons do not add up exactly
     * @param remaining of the limit
     */
    public record Standing(Binding spent, Binding reserved, Binding taken, double remaining) {
        public Standing {
            Objects.requireNonNull(spent, "spent");
            Objects.requireNonNull(reserved, "reserved");
            Objects.requireNonNull(taken, "taken");
        }
    }

    /**
     * Epsilon of a fixed plan.
     *
     * @param epsilon upper bound
     * @param accountant who gave it: an exact one, or the filter, whose bound holds for fixed plans too
     * @param note why it is not exact, or empty
     */
    public record FixedPlanEpsilon(double epsilon, String accountant, String note) {
        public FixedPlanEpsilon {
            Objects.requireNonNull(accountant, "accountant");
            Objects.requireNonNull(note, "note");
        }
    }

    /**
     * What a limit on a scope promises. Limits per account bound nobody's loss if holders of several accounts choose what they
     * ask in view of each other's results (arXiv:2506.05290); what is charged to the data themselves does, and so does the root,
     * to which all is charged.
     */
    public enum Meaning {
        /** A bound on what a unit lost. */
        GUARANTEE("a bound on what one unit lost by all that was charged here"),
        /** How much of what belongs to all one account may use. */
        QUOTA("a share of what belongs to all; it bounds nobody's loss, which the dataset, its blocks and the root do");

        private final String note;

        Meaning(String note) {
            this.note = note;
        }

        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        public String note() {
            return note;
        }
    }

    /** What the figures stand for. */
    public Meaning meaning() {
        return state.scope().kind() == Scope.Kind.ACCOUNT && state.parent() != null ? Meaning.QUOTA : Meaning.GUARANTEE;
    }

    public Balance {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(fixedPlan, "fixedPlan");
        Objects.requireNonNull(budget, "budget");
        Objects.requireNonNull(moreLikeLast, "moreLikeLast");
    }
}

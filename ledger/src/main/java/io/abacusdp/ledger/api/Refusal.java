package io.abacusdp.ledger.api;

import io.abacusdp.accounting.filter.Binding;
import io.abacusdp.accounting.filter.Limit;
import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.Outcome;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.Scope;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Why a charge does not fit: the budget that is exceeded most, in its own measure. Losses round up, what remains rounds down;
 * losses in epsilon do not add up exactly.
 *
 * @param scope whose budget it is
 * @param part whose units would lose too much: the scope, or a block of it
 * @param measure epsilon, rho or rdp
 * @param order Rényi order that decides, if one does
 * @param limit of the budget
 * @param spent so far
 * @param reserved besides
 * @param requested by the charge alone
 * @param total of all three
 * @param remaining of the limit after what is spent and reserved
 * @param price of what was asked for
 */
public record Refusal(
        Scope scope,
        Scope part,
        String measure,
        OptionalDouble order,
        double limit,
        double spent,
        double reserved,
        double requested,
        double total,
        double remaining,
        Price price,
        List<BudgetCheck> over) {
    public Refusal {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(part, "part");
        Objects.requireNonNull(measure, "measure");
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(price, "price");
        over = List.copyOf(over);
    }

    /** Explains a denial. Takes some milliseconds. */
    public static Refusal of(Outcome.Denied denied) {
        return of(denied.over(), denied.price());
    }

    static Refusal of(List<BudgetCheck> over, Price price) {
        BudgetCheck worst = over.stream()
                .max(Comparator.comparingDouble(check -> {
                    Binding binding = binding(check, price);
                    return binding.used() / binding.limit();
                }))
                .orElseThrow();
        Limit limit = worst.budget().limit();
        Binding total = binding(worst, price);
        double taken = Balances.binding(limit, worst.taken()).used();
        return new Refusal(
                worst.scope(),
                worst.part(),
                total.measure(),
                total.order(),
                total.limit(),
                Balances.binding(limit, worst.spent()).used(),
                Balances.binding(limit, worst.reserved()).used(),
                Balances.binding(limit, price.cost()).used(),
                total.used(),
                Balances.rest(total.limit(), taken),
                price,
                over);
    }

    /** What would fit instead. Takes up to some tenths of a second. */
    public Advice advice() {
        return Advice.of(price, over);
    }

    private static Binding binding(BudgetCheck check, Price price) {
        return check.budget().limit().binding(check.taken().plus(price.cost()));
    }
}

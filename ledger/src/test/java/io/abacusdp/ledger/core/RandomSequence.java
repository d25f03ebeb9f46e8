package io.abacusdp.ledger.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.ConflictException;
import io.abacusdp.ledger.api.data.KeyReusedException;
import io.abacusdp.ledger.api.data.Outcome;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One random sequence of requests, put to a ledger and to the {@link ReferenceLedger}. A unit of the reference is a release of
 * ρ = 1/1024, and a limit of n units is ρ = (n + 1/2)/1024, so that the rounding of costs does not matter.
 */
public final class RandomSequence {
    private static final double UNIT = 0x1p-10;
    private static final int ZCDP = RenyiCost.orders().length;
    private static final List<Price> PRICES = IntStream.range(0, 9)
            .mapToObj(k -> Price.of(k == 0 ? new NoOp() : new ZeroConcentratedDp(0, k * UNIT), Adjacency.ZERO_OUT))
            .toList();
    private static final List<Integer> UNITS = List.of(0, 1, 1, 2, 2, 3, 5, 8);

    /** The ledger under test. */
    public interface Subject {
        <A> A at(Instant time, Function<Processor, A> request);

        ScopeState scope(Scope scope);
    }

    private final Subject subject;
    private final Random random;
    private final String prefix;
    private final ReferenceLedger reference = new ReferenceLedger();
    private final List<String> ids = new ArrayList<>();
    private final List<String> accounts;
    private final List<List<String>> scopeChoices;
    private final List<String> limited;
    private final Instant origin;

    /**
     * A sequence.
     *
     * @param prefix of all names and keys, so that sequences can share a ledger
     * @param origin time at which it begins
     */
    public RandomSequence(Subject subject, long seed, String prefix, Instant origin) {
        this.subject = subject;
        this.random = new Random(seed);
        this.prefix = prefix;
        this.origin = origin;
        this.accounts =
                List.of("account:" + prefix + "org", "account:" + prefix + "team", "account:" + prefix + "model");
        String dataset = "dataset:" + prefix + "d";
        String first = "block:" + prefix + "d/1";
        String second = "block:" + prefix + "d/2";
        this.scopeChoices =
                List.of(List.of(), List.of(dataset), List.of(first), List.of(first, second), List.of(second));
        this.limited = List.of(accounts.get(0), accounts.get(1), accounts.get(2), dataset, first, second);
    }

    /** Runs so many requests and compares all answers, and at last all totals. */
    public void run(int requests) {
        setUp();
        for (int i = 0; i < requests; i++) {
            reference.step++;
            String what = i + ": ";
            String[] answers = request();
            assertThat(what + answers[0]).isEqualTo(what + answers[1]);
        }
        reference.step++;
        reference.now += 1000_000;
        reference.sweep();
        ask(Processor::facts);
        for (String scope : limited) {
            ScopeState state = subject.scope(Scope.parse(scope));
            assertThat(state.lifetime().units()[ZCDP] / (long) (0x1p40 * UNIT))
                    .as(scope)
                    .isEqualTo(reference.lifetime(scope));
            assertThat(state.reserved().toCost().units()[ZCDP]).as(scope).isEqualTo(0);
            assertThat(reference.reserved(scope)).isEqualTo(0);
        }
    }

    private void setUp() {
        PrivacyUnit unit = new PrivacyUnit("unit", Adjacency.ZERO_OUT);
        ask(processor -> {
            processor.scopes().addAccount(prefix + "org", unit);
            processor.scopes().addAccount(prefix + "team", prefix + "org");
            processor.scopes().addAccount(prefix + "model", prefix + "team");
            processor.scopes().addDataset(prefix + "d", unit);
            processor.scopes().addBlock(prefix + "d", "1");
            processor.scopes().addBlock(prefix + "d", "2");
            return true;
        });
        reference.parents.put(accounts.get(1), accounts.get(0));
        reference.parents.put(accounts.get(2), accounts.get(1));
        reference.parents.put(limited.get(4), limited.get(3));
        reference.parents.put(limited.get(5), limited.get(3));
        for (String scope : limited) {
            if (random.nextInt(3) > 0) {
                int limit = random.nextInt(40);
                boolean windowed = !scope.startsWith("block") && random.nextBoolean();
                setBudget(scope, limit, windowed ? Duration.ofSeconds(20) : null, "bob");
            }
        }
    }

    private void setBudget(String scope, int limit, @Nullable Duration window, @Nullable String approver) {
        ask(processor -> {
            Budget budget = new Budget(new ZcdpLimit((limit + 0.5) * UNIT), window);
            processor.scopes().setBudget(Scope.parse(scope), budget, "ann", approver, "because");
            return true;
        });
        reference.limits.put(scope, limit);
        if (window == null) {
            reference.windowLength.remove(scope);
        } else {
            reference.windowLength.put(scope, window.toSeconds());
        }
    }

    /** The answers of the ledger and of the reference to one request. */
    private String[] request() {
        int units = UNITS.get(random.nextInt(UNITS.size()));
        if (ids.isEmpty() || random.nextInt(10) < 4) {
            return charge(units, random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(15));
        }
        int which = random.nextInt(ids.size());
        String id = ids.get(which);
        Price price = PRICES.get(units);
        Duration ttl = Duration.ofSeconds(1 + random.nextInt(15));
        return switch (random.nextInt(8)) {
            case 0, 1 -> both(p -> p.charges().start(id).status().name(), reference.start(which));
            case 2, 3 -> both(p -> p.charges().commit(id, price).status().name(), reference.commit(which, units));
            case 4 -> both(p -> p.charges().release(id).status().name(), reference.release(which));
            case 5 -> both(p -> p.charges().extend(id, ttl).status().name(), reference.extend(which, ttl.toSeconds()));
            case 6 -> {
                reference.now += random.nextInt(8);
                yield both(p -> "", "");
            }
            default -> random.nextInt(3) == 0 ? changeBudget() : openWindow();
        };
    }

    private String[] charge(int units, long ttl) {
        String account = accounts.get(random.nextInt(3));
        List<String> scopes = scopeChoices.get(random.nextInt(scopeChoices.size()));
        // A key is used again now and then, with the same request or with another.
        String key = "k" + random.nextInt(ids.size() * 5 + 20);
        io.abacusdp.ledger.api.data.Charge charge = new io.abacusdp.ledger.api.data.Charge(
                Scope.parse(account).id(), scopes.stream().map(Scope::parse).toList());
        String expected = reference.request(key, account, scopes, units, ttl);
        Price price = PRICES.get(units);
        return both(
                p -> {
                    Outcome outcome = ttl == 0
                            ? p.charges().charge(prefix + key, charge, price)
                            : p.charges().reserve(prefix + key, charge, price, Duration.ofSeconds(ttl));
                    if (outcome instanceof Outcome.Accepted accepted) {
                        if (!ids.contains(accepted.reservation())) {
                            ids.add(accepted.reservation());
                        }
                        return "accepted " + ids.indexOf(accepted.reservation());
                    }
                    return "denied";
                },
                expected);
    }

    private String[] changeBudget() {
        String scope = limited.get(random.nextInt(limited.size()));
        Long length = reference.windowLength.get(scope);
        setBudget(scope, random.nextInt(40), length == null ? null : Duration.ofSeconds(length), "bob");
        return new String[] {"", ""};
    }

    private String[] openWindow() {
        String scope = limited.get(random.nextInt(limited.size()));
        Scope parsed = Scope.parse(scope);
        long next = subject.scope(parsed).windowNumber() + 1;
        return both(
                p -> {
                    p.scopes().openWindow(parsed, next, "ann", "bob", "a new year");
                    return "opened";
                },
                reference.openWindow(scope));
    }

    private String[] both(Function<Processor, String> request, String expected) {
        try {
            return new String[] {Objects.requireNonNull(ask(request)), expected};
        } catch (KeyReusedException e) {
            return new String[] {"key reused", expected};
        } catch (ConflictException e) {
            return new String[] {"conflict", expected};
        }
    }

    private <A> A ask(Function<Processor, A> request) {
        return subject.at(origin.plusSeconds(reference.now), request);
    }
}

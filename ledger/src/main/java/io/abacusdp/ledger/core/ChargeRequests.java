package io.abacusdp.ledger.core;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.ConflictException;
import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.KeyReusedException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Outcome;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Reservation.Status;
import io.abacusdp.ledger.api.data.ReservationId;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.TextRules;
import io.abacusdp.storage.CanonicalJson;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/** Decides charges, and what becomes of reservations. */
public final class ChargeRequests {
    /** Longest time for which budget may be held without a sign of life. */
    private static final Duration MAX_TTL = Duration.ofDays(30);

    private final State state;
    private final Instant at;
    private final Actor actor;
    private final Reach reach;
    private final Recorder recorder;

    ChargeRequests(Recorder recorder, Actor actor) {
        this.state = recorder.state();
        this.at = recorder.at();
        this.actor = actor;
        this.reach = new Reach(state, actor);
        this.recorder = recorder;
    }

    /**
     * Holds budget for what is about to be run.
     *
     * @param offer price of the event by this server; a price that is recorded already takes its place
     */
    public Outcome reserve(String key, Charge charge, Price offer, Duration ttl) {
        checkTtl(ttl);
        requireReach(charge);
        String body = body(charge, offer, ttl);
        return accepted(key, body, ttl)
                .orElseGet(() -> decide(
                        charge,
                        offer,
                        ChargeRequests::admitsDirectly,
                        (price, id) -> new Fact.Reserved(
                                id, key, body, charge.account(), charge.scopes(), price, at.plus(ttl))));
    }

    /**
     * Holds budget for a request that has waited for it in the queue: as {@link #reserve}, and within what is unlocked by now.
     */
    public Outcome grant(String key, Charge charge, Price offer, Duration ttl) {
        checkTtl(ttl);
        requireReach(charge);
        String body = body(charge, offer, ttl);
        return accepted(key, body, ttl)
                .orElseGet(() -> decide(
                        charge,
                        offer,
                        (check, cost) -> check.admitsUnlocked(cost, at),
                        (price, id) -> new Fact.Reserved(
                                id, key, body, charge.account(), charge.scopes(), price, at.plus(ttl))));
    }

    /** The answer that was given to a request under this key, if one was. */
    public Optional<Outcome> earlier(String key, Charge charge, Price offer, Duration ttl) {
        checkTtl(ttl);
        requireReach(charge);
        return accepted(key, body(charge, offer, ttl), ttl);
    }

    /** Spends at one go. */
    public Outcome charge(String key, Charge charge, Price offer) {
        requireReach(charge);
        String body = body(charge, offer, Duration.ZERO);
        return accepted(key, body, Duration.ZERO)
                .orElseGet(() -> decide(
                        charge,
                        offer,
                        ChargeRequests::admitsDirectly,
                        (price, id) -> new Fact.Charged(id, key, body, charge.account(), charge.scopes(), price)));
    }

    /** Marks that output can be seen from now on; again changes nothing. */
    public Reservation start(String id) {
        Reservation reservation = current(id);
        if (reservation.status() == Status.STARTED) {
            return reservation;
        }
        requireStatus(reservation, Status.RESERVED, "started");
        recorder.record(actor, new Fact.Started(id));
        return current(id);
    }

    /** States what was really run, at most what was reserved; the same again changes nothing. */
    public Reservation commit(String id, Price offer) {
        Reservation reservation = current(id);
        if (reservation.status() == Status.COMMITTED && offer.id().equals(reservation.committed())) {
            return reservation;
        }
        requireStatus(reservation, Status.STARTED, "committed");
        Price run = state.price(offer.id()).orElse(offer);
        Price reserved = price(reservation.price());
        if (run.adjacency() != reserved.adjacency()) {
            throw new InvalidRequestException(
                    "event", "must be priced under " + reserved.adjacency().id());
        }
        if (!run.cost().isWithin(reserved.cost())) {
            throw new ConflictException(
                    "%s was reserved for less than this event costs; it stays started, and is charged ".formatted(id)
                            + "in full if nothing that fits is committed in time");
        }
        if (run.cost().equals(RenyiCost.ZERO) && !reserved.cost().equals(RenyiCost.ZERO)) {
            throw new ConflictException(
                    id + " was started, so that something was run; what costs nothing gives all back");
        }
        recordPrice(run);
        boolean same = run.id().equals(reserved.id());
        recorder.record(actor, new Fact.Committed(id, run.id(), same ? null : reserved.id()));
        return current(id);
    }

    /** Gives back what was not started; again changes nothing. */
    public Reservation release(String id) {
        Reservation reservation = current(id);
        if (reservation.status() == Status.RELEASED) {
            return reservation;
        }
        requireStatus(reservation, Status.RESERVED, "released");
        recorder.record(actor, new Fact.Released(id));
        return current(id);
    }

    /** Puts off the time at which it lapses to at least so long from now. */
    public Reservation extend(String id, Duration ttl) {
        checkTtl(ttl);
        Reservation reservation = current(id);
        if (!reservation.status().isOpen()) {
            throw new ConflictException("%s is %s and cannot be extended".formatted(id, reservation.status()));
        }
        if (at.plus(ttl).isAfter(reservation.expires())) {
            recorder.record(actor, new Fact.Extended(id, at.plus(ttl)));
        }
        return current(id);
    }

    /** The fact that accepts a charge with the price of this id, under this id of the reservation. */
    private interface Acceptance {
        Fact fact(String priceId, String id);
    }

    private static boolean admitsDirectly(BudgetCheck check, RenyiCost cost) {
        if (check.budget().unlocks()) {
            throw new ConflictException(
                    "the budget of %s is handed out by the queue; ask for it there".formatted(check.scope()));
        }
        return check.admits(cost);
    }

    private Outcome decide(
            Charge charge, Price offer, BiPredicate<BudgetCheck, RenyiCost> admits, Acceptance acceptance) {
        Price price = state.price(offer.id()).orElse(offer);
        new DueChanges(recorder).catchUp(charge);
        List<BudgetCheck> checks = BudgetChecks.of(state, charge.account(), charge.scopes());
        Adjacency adjacency = state.scope(Scope.account(charge.account()))
                .orElseThrow()
                .unit()
                .adjacency();
        if (price.adjacency() != adjacency) {
            throw new InvalidRequestException("event", "must be priced under " + adjacency.id());
        }
        if (checks.isEmpty()) {
            throw new ConflictException("no budget applies to %s %s, so that nothing may be spent there"
                    .formatted(Scope.account(charge.account()), charge.scopes()));
        }
        List<BudgetCheck> over = checks.stream()
                .filter(check -> !admits.test(check, price.cost()))
                .toList();
        if (!over.isEmpty()) {
            return new Outcome.Denied(over, price);
        }
        recordPrice(price);
        String id = ReservationId.random(recorder.seq() + 1);
        Fact fact = acceptance.fact(price.id(), id);
        recorder.record(actor, fact);
        Instant expires = fact instanceof Fact.Reserved reserved ? reserved.expires() : at;
        return new Outcome.Accepted(id, recorder.seq(), at, expires);
    }

    /** The answer that was given under this key, if one was. */
    private Optional<Outcome> accepted(String key, String body, Duration ttl) {
        return state.reservationOfKey(TextRules.key(key)).map(earlier -> {
            if (!earlier.body().equals(body)) {
                throw new KeyReusedException(key, earlier.id());
            }
            return new Outcome.Accepted(
                    earlier.id(), earlier.seq(), earlier.at(), earlier.at().plus(ttl));
        });
    }

    private static String body(Charge charge, Price offer, Duration ttl) {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("account", charge.account())
                .put("price", offer.id())
                .put("ttl", ttl.toSeconds());
        ArrayNode scopes = body.putArray("scopes");
        charge.scopes().forEach(scope -> scopes.add(scope.toString()));
        return CanonicalJson.sha256(CanonicalJson.text(body));
    }

    /** The reservation after it lapsed, if its time is up. */
    private Reservation current(String id) {
        Reservation found = reservation(id);
        if (found.isDue(at)) {
            recorder.record(Actor.LEDGER, new Fact.Lapsed(id));
            return reservation(id);
        }
        return found;
    }

    private Reservation reservation(String id) {
        return state.reservation(id)
                .filter(found -> reach.covers(found.account()))
                .orElseThrow(() -> new NotFoundException("reservation of this id"));
    }

    private Price price(String id) {
        return state.price(id).orElseThrow(() -> new IllegalStateException("no price " + id));
    }

    private static void requireStatus(Reservation reservation, Status wanted, String verb) {
        if (reservation.status() != wanted) {
            throw new ConflictException("%s is %s; only what is %s can be %s"
                    .formatted(reservation.id(), reservation.status(), wanted, verb));
        }
    }

    private static void checkTtl(Duration ttl) {
        if (!(ttl.toSeconds() > 0 && ttl.toNanosPart() == 0 && ttl.compareTo(MAX_TTL) <= 0)) {
            throw new InvalidRequestException(
                    "ttl", "must be whole seconds, from 1 to " + MAX_TTL.toSeconds() + ", got " + ttl);
        }
    }

    private void recordPrice(Price price) {
        if (state.price(price.id()).isEmpty()) {
            recorder.record(actor, new Fact.Priced(price));
        }
    }

    private void requireReach(Charge charge) {
        reach.requireAccount(charge.account());
        charge.scopes().forEach(reach::requireVisible);
    }
}

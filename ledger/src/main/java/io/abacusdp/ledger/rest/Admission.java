package io.abacusdp.ledger.rest;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * How many requests are worked on at a time, of all and of each who asks. Nobody waits for a place: what is too much is refused
 * at once, so that some threads are always left for health. Safe for use by several threads.
 */
final class Admission {
    static final int MAX_AT_ONCE = 192;
    static final int MAX_OF_ONE = 128;

    private final Semaphore places;
    private final int ofOne;
    private final Map<String, Semaphore> byName = new ConcurrentHashMap<>();

    Admission(int places, int ofOne) {
        this.places = new Semaphore(places);
        this.ofOne = ofOne;
    }

    /**
     * A place for a request of somebody who is not known yet.
     *
     * @throws BusyException if there is none
     */
    Place enter() {
        if (!places.tryAcquire()) {
            throw new BusyException("the server works on as many requests as it can");
        }
        return new Place();
    }

    /** The place of one request, until it is closed. */
    final class Place implements AutoCloseable {
        private @Nullable Semaphore own;

        /** Counts it as one of somebody's. */
        void take(String name) {
            Semaphore mine = byName.computeIfAbsent(name, none -> new Semaphore(ofOne));
            if (!mine.tryAcquire()) {
                throw new BusyException("the server works on %d requests of %s already".formatted(ofOne, name));
            }
            own = mine;
        }

        @Override
        public void close() {
            if (own != null) {
                own.release();
            }
            places.release();
        }
    }

    /** There is no place; nothing was done. */
    static final class BusyException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BusyException(String message) {
            super(message, null, false, false);
        }
    }
}

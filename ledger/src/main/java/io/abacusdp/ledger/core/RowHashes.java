package io.abacusdp.ledger.core;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers the hashes of rows that were written last: when one of them is changed, what is taken out of the sum needs not be worked
 * out again. For use by one thread.
 */
public final class RowHashes {
    /** 2 KB each. */
    private static final int MOST = 2000;

    private final StateHash hash = new StateHash();
    private final Map<Object, Hashed> hashes = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Hashed> eldest) {
            return size() > MOST;
        }
    };

    private static final class Hashed {
        private final Record row;
        private final short[] lanes;

        Hashed(Record row, short[] lanes) {
            this.row = row;
            this.lanes = lanes;
        }
    }

    /**
     * The hash of a row.
     *
     * @param key which row of its table it is
     */
    short[] of(Object key, Record row) {
        Hashed known = hashes.get(key);
        return known != null && known.row.equals(row) ? known.lanes : hash.expand(RowBytes.of(row));
    }

    /** The same for a row that takes the place of the one before. */
    short[] ofNew(Object key, Record row) {
        short[] lanes = hash.expand(RowBytes.of(row));
        hashes.put(key, new Hashed(row, lanes));
        return lanes;
    }
}

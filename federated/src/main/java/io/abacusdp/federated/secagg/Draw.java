package io.abacusdp.federated.secagg;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Uniform draws without replacement, which nobody else can foresee. */
final class Draw {
    private Draw() {}

    /** As many as wanted, or all if there are fewer; in the order of the list. */
    static <T> List<T> from(List<T> all, int wanted, SecureRandom random) {
        int[] positions = new int[all.size()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = i;
        }
        BitSet drawn = new BitSet();
        for (int i = 0; i < Math.min(wanted, positions.length); i++) {
            int at = i + random.nextInt(positions.length - i);
            drawn.set(positions[at]);
            positions[at] = positions[i];
        }
        List<T> chosen = new ArrayList<>();
        drawn.stream().forEach(position -> chosen.add(all.get(position)));
        return chosen;
    }
}

package io.abacusdp.federated.secagg;

import java.util.List;

/** Digests of what all clients must have seen alike. */
final class View {
    private View() {}

    static Bytes roster(Bytes context, List<ClientMessage> adverts) {
        Digest digest = Digest.of("abacus secure aggregation 1: roster").update(context);
        adverts.forEach(advert -> digest.update(advert.encode()));
        return digest.value();
    }

    /** Those for whom masks are made. */
    static Bytes group(Bytes context, Bytes roster, Members sharers) {
        return Digest.of("abacus secure aggregation 1: group")
                .update(context)
                .update(roster)
                .update(sharers.toBytes())
                .value();
    }

    /** Those whose vectors are summed. */
    static Bytes survivors(Bytes context, Bytes group, Members survivors) {
        return Digest.of("abacus secure aggregation 1: survivors")
                .update(context)
                .update(group)
                .update(survivors.toBytes())
                .value();
    }
}

package io.abacusdp.federated.secagg;

/**
 * With how many others each client shares its secrets and its masks, and how many of them can put a secret together.
 *
 * <p>Up to 50 clients everybody is a holder of everybody's shares, itself included, and the threshold is that of the
 * session (Bonawitz et al. 2017). As 2t &gt; n + colluders, no two groups can both have t votes, and everything below holds
 * with certainty.
 *
 * <p>Above 50, each client draws k holders uniformly among the others (Bell et al. 2020, section 4: the choice is the
 * client's, so that a malicious server cannot surround it). A client has pairwise masks with those whom it chose and those
 * who chose it. Of N clients on the roster, c collude with the server, h = N − c do not, and at least t answer to the end.
 * With s the threshold of shares, k and s are the least for which
 *
 * <p>(1) security: Σ_{m=1}^{h/2} C(h, m)·Pr[Hyp(N − 1, c + m − 1, k) ≥ s − f]^m ≤ 2^-41. The server can put a client's
 * secret together only with s shares; their holders are colluders, or clients that saw the same group and have a mask in
 * common with it. So a set of m honest clients whose masks cancel among themselves, without the rest, has for each member
 * s − f holders among its own m and the c colluders. The sum runs over all such sets, hence the server may choose drop-outs
 * after it saw the graph. The term m = 1 says that colluders alone never hold s shares of one secret.
 *
 * <p>(2) f: a client verifies 40 votes, drawn at random, of the at least t that it is shown. With fewer than a majority of
 * genuine ones, at most (N + c)/2, it is deceived with probability at most ((N + c)/2t)^40; f is the least number so that
 * more than f are deceived with probability at most 2^-41. They count as colluders.
 *
 * <p>(3) correctness: N·Pr[Hyp(N − 1, t − 1, k) &lt; s] ≤ 2^-14, for drop-outs that do not depend on the graph. If it fails,
 * the attempt aborts, and nothing is revealed.
 *
 * <p>(4) e: as not every key and every vote is verified, the server can name members whose vectors are not in the sum, with
 * keys that it made itself or of clients that dropped out. No honest client whose vector is in the sum has chosen one of
 * them, or it would have found the false key, or its mask would stay. e is the least number so that
 * Σ_{i&gt;e} C(N, i)·Pr[Bin(h, C(N − 1 − i, k)/C(N − 1, k)) ≥ t − c − i] ≤ 2^-41, which lets the server choose whom it names
 * after it saw the graph. A sum has at least t − c − e honest clients' vectors, and their noise.
 *
 * <p>If no k below N − 1 will do, the graph is complete, which is possible up to 255 clients.
 *
 * <p>Assumes: at most c colluders among the participants, chosen before the keys are drawn; enrolled keys are genuine;
 * X25519, HKDF, AES and Ed25519 are what they are thought to be.
 *
 * @param rosterSize N
 * @param holders k, or N if the graph is complete
 * @param threshold s, or t if the graph is complete
 * @param verifiedVotes how many votes a client verifies at least, if there are as many
 * @param uncounted e, 0 if the graph is complete
 * @param failureProbability bound on the probability that the server learns more than one sum, of at least t − c − e honest clients; it
 *     belongs into the delta of what is released
 */
record SharingGraph(
        int rosterSize, int holders, int threshold, int verifiedVotes, int uncounted, double failureProbability) {
    /** Up to this number of clients the graph is complete. */
    public static final int COMPLETE_UP_TO = 50;

    private static final int SAMPLED_VOTES = 40;
    private static final double LOG_SECURITY = -41 * Math.log(2);
    private static final double LOG_CORRECTNESS = -14 * Math.log(2);

    /** Each of (1), (2) and (4) may fail. */
    static final double FAILURE = 3 * 0x1p-41;

    /** More than the round-off of a sum of logarithms. */
    private static final double SLACK = 1e-6;

    public boolean isComplete() {
        return holders == rosterSize;
    }

    /**
     * The graph for a roster of a session.
     *
     * @throws IllegalArgumentException if there is none that is secure and likely to end with a sum
     */
    static SharingGraph of(int rosterSize, int threshold, int colluders) {
        if (rosterSize > COMPLETE_UP_TO) {
            LogFactorials logs = new LogFactorials(rosterSize);
            int deceived = deceived(logs, rosterSize, threshold, colluders);
            int mostHolders = Math.min(SecretSharing.MAX_HOLDERS, rosterSize - 2);
            for (int holders = 2; holders <= mostHolders; holders++) {
                int shares = mostSharesLikelyToCome(logs, rosterSize, threshold, holders);
                if (shares - deceived >= 2 && isSecure(logs, rosterSize, colluders, holders, shares - deceived)) {
                    int uncounted = uncounted(logs, rosterSize, threshold, colluders, holders);
                    return new SharingGraph(rosterSize, holders, shares, SAMPLED_VOTES, uncounted, FAILURE);
                }
            }
        }
        if (rosterSize <= SecretSharing.MAX_HOLDERS) {
            return new SharingGraph(rosterSize, rosterSize, threshold, rosterSize, 0, 0);
        }
        throw new IllegalArgumentException(
                "no graph of at most " + SecretSharing.MAX_HOLDERS + " holders is secure for "
                        + rosterSize + " clients, threshold " + threshold + " and " + colluders
                        + " colluders; raise the threshold, or divide the clients");
    }

    private static int deceived(LogFactorials logs, int rosterSize, int threshold, int colluders) {
        int honest = rosterSize - colluders;
        double logDeceived = SAMPLED_VOTES * Math.log((rosterSize + colluders) / (2.0 * threshold));
        int count = 0;
        while (count < honest && logs.choose(honest, count + 1) + (count + 1) * logDeceived > LOG_SECURITY - SLACK) {
            count++;
        }
        return count;
    }

    private static int mostSharesLikelyToCome(LogFactorials logs, int rosterSize, int threshold, int holders) {
        double most = Math.exp(LOG_CORRECTNESS - SLACK) / rosterSize;
        double fewer = 0;
        int shares = 0;
        while (shares < holders) {
            fewer += logs.between(rosterSize - 1, threshold - 1, holders, shares, shares);
            if (fewer > most) {
                break;
            }
            shares++;
        }
        return shares;
    }

    private static boolean isSecure(LogFactorials logs, int rosterSize, int colluders, int holders, int shares) {
        int honest = rosterSize - colluders;
        double most = Math.exp(LOG_SECURITY - SLACK);
        double sum = 0;
        for (int members = 1; members <= honest / 2 && sum <= most; members++) {
            double enough = logs.between(rosterSize - 1, colluders + members - 1, holders, shares, holders);
            sum += Math.exp(logs.choose(honest, members) + members * Math.log(enough));
        }
        return sum <= most;
    }

    private static int uncounted(LogFactorials logs, int rosterSize, int threshold, int colluders, int holders) {
        int honest = rosterSize - colluders;
        double most = Math.exp(LOG_SECURITY - SLACK);
        double sum = 0;
        // By (1) a sum has more than half of the honest clients, so that no more than this can be missing.
        int named = threshold - colluders - honest / 2;
        while (named > 0) {
            double log = logs.choose(rosterSize - 1 - named, holders) - logs.choose(rosterSize - 1, holders);
            sum += Math.exp(logs.choose(rosterSize, named)
                    + Math.log(logs.binomialAtLeast(honest, log, threshold - colluders - named)));
            if (sum > most) {
                break;
            }
            named--;
        }
        return named;
    }
}

package io.abacusdp.bench;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.testkit.RandomEvents;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Random queries to the default accountant: whom it asked, who gave the bound, and how long the slowest took. */
public final class RandomQueries {
    private static final List<Adjacency> ADJACENCIES = List.of(Adjacency.values());
    private static final long SLOW_MILLIS = 2000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Map<String, Tally> tallies = new LinkedHashMap<>();
    private final RandomEvents events;
    private final SplittableRandom random;

    private RandomQueries(long seed) {
        events = new RandomEvents(seed);
        random = new SplittableRandom(seed);
    }

    /** What one accountant was asked. */
    private static final class Tally {
        private long asked;
        private long refused;
        private long best;
        private long nanos;
        private long slowest;

        void add(long took) {
            asked++;
            nanos += took;
            slowest = Math.max(slowest, took);
        }

        String row(String name) {
            return String.format(
                    Locale.ROOT,
                    "%-9s %8d %8d %8d %9.1f %9.1f %10.0f",
                    name,
                    asked,
                    refused,
                    best,
                    nanos / 1e9,
                    nanos / 1e6 / Math.max(1, asked),
                    slowest / 1e6);
        }
    }

    /** An accountant whose queries are counted and timed. */
    private final class Watched implements Accountant {
        private final Accountant accountant;
        private final Tally tally;

        Watched(Accountant accountant) {
            this.accountant = accountant;
            this.tally = tallies.computeIfAbsent(accountant.name(), name -> new Tally());
        }

        @Override
        public String name() {
            return accountant.name();
        }

        @Override
        public Optional<UnsupportedEventException> refusal(DpEvent event, Adjacency adjacency) {
            return accountant.refusal(event, adjacency);
        }

        @Override
        public PrivacyProfile profile(DpEvent event, Adjacency adjacency) {
            PrivacyProfile[] made = new PrivacyProfile[1];
            return new PrivacyProfile() {
                @Override
                public Guarantee epsilon(double delta) {
                    return timed(profile -> profile.epsilon(delta));
                }

                @Override
                public Guarantee delta(double epsilon) {
                    return timed(profile -> profile.delta(epsilon));
                }

                private Guarantee timed(Function<PrivacyProfile, Guarantee> query) {
                    long start = cpuTime();
                    try {
                        if (made[0] == null) {
                            made[0] = accountant.profile(event, adjacency);
                        }
                        return query.apply(made[0]);
                    } catch (UnsupportedEventException refusal) {
                        tally.refused++;
                        throw refusal;
                    } finally {
                        tally.add(cpuTime() - start);
                    }
                }
            };
        }
    }

    /** Time of the processor, which other work on the machine does not change much. */
    private static long cpuTime() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** Arguments: the number of queries, and a seed. */
    public static void main(String[] args) {
        int queries = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
        long seed = args.length > 1 ? Long.parseLong(args[1]) : 1;
        new RandomQueries(seed).run(queries);
    }

    private void run(int queries) {
        AutoAccountant auto = AutoAccountant.watched(Watched::new);
        Tally all = new Tally();
        long slow = 0;
        long[] times = new long[queries];
        for (int i = 0; i < queries; i++) {
            DpEvent event = events.next();
            Adjacency adjacency = ADJACENCIES.get(random.nextInt(ADJACENCIES.size()));
            boolean ofDelta = random.nextBoolean();
            double given = ofDelta
                    ? (random.nextInt(10) == 0 ? 0 : Math.exp(-random.nextDouble() * 730) * 0.9)
                    : Math.exp(random.nextDouble() * 14 - 7);
            long start = cpuTime();
            try {
                Guarantee answer =
                        ofDelta ? auto.epsilon(event, adjacency, given) : auto.delta(event, adjacency, given);
                tallies.computeIfAbsent(answer.accountant(), name -> new Tally()).best++;
            } catch (UnsupportedEventException refusal) {
                all.refused++;
            }
            long took = cpuTime() - start;
            all.add(took);
            times[i] = took;
            if (took > SLOW_MILLIS * 1_000_000) {
                slow++;
                System.out.printf(
                        Locale.ROOT,
                        "%.1f s for %s %s, %s %s%n",
                        took / 1e9,
                        event,
                        adjacency,
                        ofDelta ? "delta" : "epsilon",
                        given);
            }
        }
        System.out.println("accountant   asked  refused    bound   total s   mean ms  slowest ms");
        tallies.forEach((name, tally) -> System.out.println(tally.row(name)));
        System.out.println(all.row("auto"));
        System.out.printf(Locale.ROOT, "%d of %d queries took more than %d ms%n", slow, queries, SLOW_MILLIS);
        Arrays.sort(times);
        System.out.printf(
                Locale.ROOT,
                "median %.2f ms, 99 %% within %.1f ms, slowest %.0f ms; at most %d MiB of heap%n",
                times[queries / 2] / 1e6,
                times[(int) (0.99 * queries)] / 1e6,
                times[queries - 1] / 1e6,
                heapPeak() >> 20);
    }

    /** The most that the parts of the heap ever held, garbage included. */
    private static long heapPeak() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }
}

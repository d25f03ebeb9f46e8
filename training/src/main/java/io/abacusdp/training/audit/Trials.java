package io.abacusdp.training.audit;

import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.parallel.Workers;
import io.abacusdp.training.step.PrivateStep;
import io.abacusdp.training.step.StepSources;
import io.abacusdp.training.step.UserStep;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Many runs of a scene: in each the canary is there or not by a fair coin, all steps are made by the trainer's own code, and the
 * attacks score what was released. Lots, noise and coins are fresh in every run.
 */
final class Trials {
    /** Pieces of work, whatever the number of threads, so that a seed gives the same trials. */
    private static final int PIECES = 40;

    /** Makes the steps of a scene. Tests put broken ones in the place of the real ones. */
    @FunctionalInterface
    interface Steps {
        PrivateStep of(GradientEngine engine, Scene scene, IntPredicate absent, RandomStreams streams, int piece);

        /** Where every run begins. */
        PrivateStep.Start START = new PrivateStep.Start(0, Scene.CLIPPING_NORM);

        /** As a trainer makes them. */
        Steps REAL = (engine, scene, absent, streams, piece) -> {
            NoiseSource noise = streams.source("noise of " + scene.name(), piece);
            StepSources sources = new StepSources(
                    streams.source("lots of " + scene.name(), piece),
                    streams.source("groups of " + scene.name(), piece),
                    range -> noise);
            PrivateStep step = scene.users()
                    .<PrivateStep>map(users -> new UserStep(scene.plan(), engine, scene.data(), users, sources, START))
                    .orElseGet(() -> new PrivateStep(scene.plan(), engine, scene.data(), sources, START));
            return step.without(absent);
        };
    }

    private final boolean[] present;
    private final double[][] scores;
    private final NoiseSeen noise;

    private Trials(boolean[] present, double[][] scores, NoiseSeen noise) {
        this.present = present;
        this.scores = scores;
        this.noise = noise;
    }

    /**
     * Runs the scene.
     *
     * @param attacks made from what is known beforehand
     * @param progress told how many runs were made since it was told last, by any thread
     */
    static Trials run(
            Scene scene,
            int runs,
            Steps steps,
            Function<Knowledge, List<Attack>> attacks,
            RandomStreams streams,
            int threads,
            IntConsumer progress) {
        boolean[] present = new boolean[runs];
        NoiseSource coins = streams.source("coins of " + scene.name());
        for (int run = 0; run < runs; run++) {
            present[run] = coins.nextBoolean();
        }
        double[][] scores = new double[runs][];
        NoiseSeen[] seen = new NoiseSeen[PIECES];
        GradientEngine[] engines = new GradientEngine[threads];
        try (Workers workers = new Workers(threads)) {
            Arrays.setAll(engines, worker -> new GradientEngine(scene.model(), 1));
            workers.run(PIECES, (piece, worker) -> {
                int from = (int) ((long) runs * piece / PIECES);
                int to = (int) ((long) runs * (piece + 1) / PIECES);
                boolean[] isPresent = new boolean[1];
                IntPredicate absent = row -> scene.isOfCanary(row) && !isPresent[0];
                PrivateStep step = steps.of(engines[worker], scene, absent, streams, piece);
                Knowledge known = Knowledge.of(scene, step);
                OneRun one = new OneRun(scene, step, known, attacks.apply(known));
                for (int run = from; run < to; run++) {
                    isPresent[0] = present[run];
                    scores[run] = one.scores();
                }
                seen[piece] = one.noiseSeen();
                progress.accept(to - from);
            });
        } finally {
            for (GradientEngine engine : engines) {
                if (engine != null) {
                    engine.close();
                }
            }
        }
        return new Trials(
                present,
                scores,
                new NoiseSeen(
                        Arrays.stream(seen).mapToLong(NoiseSeen::values).sum(),
                        Arrays.stream(seen).mapToDouble(NoiseSeen::squares).sum()));
    }

    /** One run after the other of a scene. */
    private static final class OneRun {
        private final PrivateStep step;
        private final Knowledge known;
        private final List<Attack> attacks;
        private final float[] parameters;
        private final double[][] sums;
        private long values;
        private double squares;

        OneRun(Scene scene, PrivateStep step, Knowledge known, List<Attack> attacks) {
            this.step = step;
            this.known = known;
            this.attacks = attacks;
            this.parameters = new float[known.dimension()];
            this.sums = new double[scene.steps()][known.dimension()];
        }

        double[] scores() {
            step.beginAgain();
            for (double[] sum : sums) {
                LotGradient lot = step.sum(parameters, step.draw());
                known.read(step.release(lot), sum);
            }
            known.whiten(sums);
            for (double[] sum : sums) {
                squares += known.idleSquares(sum);
            }
            values += (long) sums.length * known.idle();
            return attacks.stream().mapToDouble(attack -> attack.score(sums)).toArray();
        }

        NoiseSeen noiseSeen() {
            return new NoiseSeen(values, squares / (known.noise() * known.noise()));
        }
    }

    /** Right guesses of an attack, among all runs. */
    Evidence rightGuesses(int attack, double level) {
        int right = (int) IntStream.range(0, present.length)
                .filter(run -> isGuessedPresent(attack, run) == present[run])
                .count();
        return Evidence.RightGuesses.of(right, present.length, level);
    }

    private boolean isGuessedPresent(int attack, int run) {
        return scores[run][attack] > 0;
    }

    /** Errors of an attack of either kind, among all runs. */
    Evidence errors(int attack, double level) {
        int positives = 0;
        int negatives = 0;
        int there = 0;
        for (int run = 0; run < present.length; run++) {
            boolean guess = isGuessedPresent(attack, run);
            positives += guess && !present[run] ? 1 : 0;
            negatives += !guess && present[run] ? 1 : 0;
            there += present[run] ? 1 : 0;
        }
        return Evidence.ErrorCounts.of(positives, present.length - there, negatives, there, level);
    }

    /** A lower bound on epsilon from an attack's scores, for whatever mechanism. */
    Evidence.ErrorCounts plain(int attack, double delta, double level) {
        double[] one = new double[present.length];
        Arrays.setAll(one, run -> scores[run][attack]);
        return PlainBound.of(one, present, delta, level);
    }

    /** Noise in coordinates where there was nothing else. */
    NoiseSeen noise() {
        return noise;
    }
}

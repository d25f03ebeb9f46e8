package io.abacusdp.training.audit;

import io.abacusdp.training.gradient.ClipBounds;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.noise.GaussianNoise;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.sampling.Lots;
import io.abacusdp.training.sampling.PoissonLots;
import io.abacusdp.training.sampling.Sampler;
import io.abacusdp.training.sampling.Sampling;
import io.abacusdp.training.step.DpStep;
import io.abacusdp.training.step.PrivateStep;
import io.abacusdp.training.step.StepSources;
import io.abacusdp.training.sum.Lot;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Trainers that do not keep their word: each breaks one part of a step, the rest is real. */
enum Fault {
    NOISE_15_PERCENT_TOO_SMALL {
        @Override
        PrivateStep step(Parts parts) {
            return new Real(parts) {
                @Override
                protected float[] release(LotGradient lot, double noiseMultiplier) {
                    return super.release(lot, 0.85 * noiseMultiplier);
                }
            };
        }
    },
    NOISE_IN_EVERY_SECOND_STEP {
        @Override
        PrivateStep step(Parts parts) {
            return new Real(parts) {
                private int released;

                @Override
                protected float[] release(LotGradient lot, double noiseMultiplier) {
                    return super.release(lot, released++ % 2 == 0 ? noiseMultiplier : 0);
                }
            };
        }
    },
    CLIPPED_TO_1_2_TIMES_THE_NORM {
        @Override
        PrivateStep step(Parts parts) {
            return new Real(parts) {
                @Override
                public ClipBounds clip() {
                    return ClipBounds.flat(parts.scene.model(), 1.2 * norm());
                }
            };
        }
    },
    EVERYBODY_IN_EVERY_LOT {
        @Override
        PrivateStep step(Parts parts) {
            int[] all = IntStream.range(0, parts.scene.lots().examples()).toArray();
            return new OtherLots(parts, () -> all);
        }
    },
    TWICE_THE_RATE {
        @Override
        PrivateStep step(Parts parts) {
            Lots lots = parts.scene.lots();
            PoissonLots larger = new PoissonLots(lots.examples(), Math.min(lots.examples(), 2 * lots.size()));
            return new OtherLots(parts, larger.sampler(parts.streams.source("larger lots", parts.piece)));
        }
    },
    SHUFFLED {
        @Override
        PrivateStep step(Parts parts) {
            Lots lots = parts.scene.lots();
            return new OtherLots(
                    parts,
                    Sampling.SHUFFLED
                            .lots(lots.examples(), lots.size())
                            .sampler(parts.streams.source("order", parts.piece)));
        }
    },
    DEALT {
        @Override
        PrivateStep step(Parts parts) {
            Lots lots = parts.scene.lots();
            return new OtherLots(
                    parts,
                    Sampling.ALLOCATED
                            .lots(lots.examples(), lots.size())
                            .sampler(parts.streams.source("dealt", parts.piece)));
        }
    },
    DIVIDED_BY_THE_ACTUAL_LOT {
        @Override
        PrivateStep step(Parts parts) {
            return new Real(parts) {
                @Override
                protected float[] release(LotGradient lot, double noiseMultiplier) {
                    float[] mean = super.release(lot, noiseMultiplier);
                    float more = (float) parts.scene.lots().size() / Math.max(1, lot.examples());
                    for (int i = 0; i < mean.length; i++) {
                        mean[i] *= more;
                    }
                    return mean;
                }
            };
        }
    },
    SAME_NOISE_TWICE {
        @Override
        PrivateStep step(Parts parts) {
            return new Real(parts) {
                private int released;

                @Override
                protected float[] release(LotGradient lot, double noiseMultiplier) {
                    NoiseSource old = parts.streams.source("old noise", parts.piece, released++ / 2);
                    return new DpStep(
                                    parts.scene.model(),
                                    parts.scene.plan().clipping(),
                                    new GaussianNoise(old),
                                    parts.scene.lots().size(),
                                    Scene.CLIPPING_NORM)
                            .release(lot, noiseMultiplier);
                }
            };
        }
    },
    /** One float accumulator over the whole lot, row after row. */
    FLOAT_SUMS {
        @Override
        PrivateStep step(Parts parts) {
            Map<Float, double[]> byTarget = new HashMap<>();
            return new Real(parts) {
                @Override
                public Lot deal(int[] rows) {
                    return Lot.oneGroup(rows);
                }

                @Override
                public LotGradient sum(float[] parameters, Lot rows) {
                    if (!parts.scene.isFullBatch()) {
                        return super.sum(parameters, rows);
                    }
                    LotGradient lot = super.sum(parameters, Lot.oneGroup());
                    float[] sum = new float[parameters.length];
                    for (int place = 0; place < rows.size(); place++) {
                        int row = rows.row(place);
                        // Here rows of the same target have the same gradient.
                        double[] gradient = byTarget.computeIfAbsent(
                                parts.scene.data().target(row),
                                target -> super.sum(parameters, Lot.oneGroup(row))
                                        .sum()
                                        .toArray());
                        for (int i = 0; i < sum.length; i++) {
                            sum[i] += (float) gradient[i];
                        }
                    }
                    for (int i = 0; i < sum.length; i++) {
                        lot.sum().values()[i] = sum[i];
                    }
                    return lot;
                }
            };
        }
    };

    abstract PrivateStep step(Parts parts);

    Trials.Steps steps() {
        return (engine, scene, absent, streams, piece) -> step(new Parts(engine, scene, absent, streams, piece));
    }

    /** What a step is made of. */
    record Parts(GradientEngine engine, Scene scene, IntPredicate absent, RandomStreams streams, int piece) {
        StepSources sources() {
            NoiseSource noise = streams.source("noise", piece);
            return new StepSources(streams.source("lots", piece), streams.source("groups", piece), range -> noise);
        }
    }

    /** A step as the trainer's. */
    private static class Real extends PrivateStep {
        Real(Parts parts) {
            super(parts.scene.plan(), parts.engine, parts.scene.data(), parts.sources(), Trials.Steps.START);
            without(parts.absent);
        }
    }

    /** A step as the trainer's, on lots that somebody else draws. */
    private static final class OtherLots extends Real {
        private final Parts parts;
        private final Sampler sampler;

        OtherLots(Parts parts, Sampler sampler) {
            super(parts);
            this.parts = parts;
            this.sampler = sampler;
        }

        @Override
        public Lot draw() {
            return deal(sampler.next()).without(parts.absent);
        }
    }
}

package io.abacusdp.training.audit;

import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.step.PrivateStep;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * An audit of the code that training consists of: sampler, clipping, sums, noise and division ({@link PrivateStep}), run many
 * times on data that is as bad as data can be, and attacked.
 *
 * <p>Null hypothesis: every run is independent of the others, and what it releases satisfies the claim: the trade-off between
 * an attacker's errors is nowhere below the curve of the claimed event. {@link NoiseFamily} says how evidence refutes it and
 * what is measured by that, {@link Evidence} what evidence is.
 *
 * <p>Why the confidence holds although there are several attacks: each has a share of the level, stated with its finding, and
 * the shares add up to 1 − confidence, so that by the union bound a true claim is refuted by any of them with at most that
 * probability. All thresholds are fixed beforehand. The likelihood ratio at 1 : 1 has three fifths, since it is the test that a
 * faultless mechanism is measured by; the others share the rest. The plain lower bound has a confidence of its own, and chooses
 * its threshold on other runs than it counts ({@link PlainBound}).
 *
 * <p>What is measured: with attacks by the likelihood ratio nothing is lost but the spread of the counts. With 40,000 runs of 8
 * steps the least refuted noise is about 5 % above the true one.
 *
 * <p>Compare: Nasr, Hayes, Steinke et al. 2023, arXiv:2302.07956, audit with many runs, canaries of gradients and the curve of
 * Gaussian DP; Steinke, Nasr, Jagielski 2023, arXiv:2305.08846, audit with one run ({@link CanaryRun}).
 *
 * <p>Limits: it sees the faults that its scenes and attacks bring out, and no others; that nothing was refuted is no proof. The
 * model, the lots (Poisson, from groups in turn, allocated or cyclic) and the clipping (flat) are those of the scenes.
 */
public final class MechanismAudit {
    private static final double MAIN_SHARE = 0.6;

    /** Of each of six. */
    private static final double OTHER_SHARE = 0.4 / 6;

    private final AuditSettings settings;
    private final Scene crowd;
    private final Scene order;

    /**
     * @throws io.abacusdp.accounting.calibrate.UnreachableTargetException if no noise reaches the claimed epsilon
     */
    public MechanismAudit(AuditSettings settings) {
        this(
                settings,
                Scene.users(
                        settings.plan(),
                        new Scene.Goal(settings.epsilon(), settings.delta()),
                        settings.recordsPerUser(),
                        settings.recordsPerUser()));
    }

    /** @param crowd the scene in which somebody is one of a crowd */
    MechanismAudit(AuditSettings settings, Scene crowd) {
        this.settings = settings;
        this.crowd = crowd;
        this.order = Scene.order(settings.orderRecords(), new Scene.Goal(settings.epsilon(), settings.delta()));
    }

    /**
     * Runs it.
     *
     * @param progress told how many runs were made since it was told last, by any thread
     */
    public MechanismOutcome run(RandomStreams streams, int threads, IntConsumer progress) {
        return run(Trials.Steps.REAL, streams, threads, progress);
    }

    MechanismOutcome run(Trials.Steps steps, RandomStreams streams, int threads, IntConsumer progress) {
        double level = settings.level();
        double main = MAIN_SHARE * level;
        double other = OTHER_SHARE * level;
        Trials trials = Trials.run(
                crowd,
                settings.runs(),
                steps,
                known -> List.of(
                        new Attack.LikelihoodRatio(known, 0),
                        new Attack.LikelihoodRatio(known, settings.epsilon() / 2),
                        new Attack.LotSize(known),
                        new Attack.ReusedNoise(known),
                        new Attack.FixedSizes(known)),
                streams,
                threads,
                progress);
        Trials inOrder = Trials.run(
                order,
                settings.orderRuns(),
                steps,
                known -> List.of(new Attack.LikelihoodRatio(known, 0)),
                streams,
                threads,
                progress);
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.of(crowd, "likelihood ratio", trials.rightGuesses(0, main), main));
        findings.add(Finding.of(crowd, "likelihood ratio, few false alarms", trials.errors(1, other), other));
        findings.add(Finding.of(crowd, "size of the lot", trials.rightGuesses(2, other), other));
        findings.add(Finding.of(crowd, "difference of two releases", trials.errors(3, other), other));
        findings.add(Finding.of(crowd, "lots of a fixed size", trials.rightGuesses(4, other), other));
        findings.add(Finding.of(order, "likelihood ratio", inOrder.rightGuesses(0, other), other));
        return new MechanismOutcome(
                settings,
                crowd.noiseMultiplier(),
                crowd.claim().guarantee(),
                findings,
                other,
                trials.noise().factorUpper(other),
                trials.plain(0, settings.delta(), level).epsilonLower(settings.delta()));
    }
}

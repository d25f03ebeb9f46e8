package io.abacusdp.training.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.Shape;
import io.abacusdp.training.step.Clipping;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PrivacyUnitTest {
    private static final DpEvent STEP = new PoissonSampled(0.01, new Gaussian(2));

    @Test
    void charge_isOfAsManyRecordsAsAreClippedByThemselves() {
        assertThat(PrivacyUnit.RECORD.charge(STEP)).isEqualTo(STEP);
        assertThat(PrivacyUnit.CLIPPED_USER.charge(STEP)).isEqualTo(STEP);
        assertThat(new PrivacyUnit(PrivacyUnit.Kind.DECLARED, 4).charge(STEP)).isEqualTo(new Group(4, STEP));
        assertThat(new PrivacyUnit(PrivacyUnit.Kind.CAPPED, 4).charge(STEP)).isEqualTo(new Group(4, STEP));
        assertThat(new PrivacyUnit(PrivacyUnit.Kind.CAPPED, 4).charge(new NoOp()))
                .isEqualTo(new NoOp());
        assertThat(new PrivacyUnit(PrivacyUnit.Kind.CAPPED, 4).charge(new NonPrivate()))
                .isEqualTo(new NonPrivate());
    }

    @Test
    void words_areReadAsTheUnitThatTheyAreOf() {
        for (PrivacyUnit unit : List.of(
                PrivacyUnit.RECORD,
                PrivacyUnit.CLIPPED_USER,
                new PrivacyUnit(PrivacyUnit.Kind.DECLARED, 1),
                new PrivacyUnit(PrivacyUnit.Kind.DECLARED, 12),
                new PrivacyUnit(PrivacyUnit.Kind.CAPPED, 1000))) {
            assertThat(PrivacyUnit.parse(unit.words())).isEqualTo(unit);
        }
        for (String words : List.of("", "a user", "a user, up to 05 of whose records are used", "one record ", "1")) {
            assertThatThrownBy(() -> PrivacyUnit.parse(words)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> PrivacyUnit.parse("a user with up to 2000 records, as declared"))
                .hasMessageContaining("from 1 to 1000");
    }

    /** 4 records, rate 0.01, noise 2, 2000 steps: frontier-group.csv has delta 3.299230629718394e-07 at epsilon 5, in the removal direction. */
    @Test
    void plan_ofUsers_costsWhatAnIndependentProgramSays() {
        ModelSpec model = new ModelSpec(Shape.of(new int[] {1}), List.of(new LayerSpec.Linear(1)), Loss.SQUARED);
        TrainingConfig config = TrainingConfig.of(
                        model, new PrivacyGoal.Noise(2, 3.299230629718394e-07, OptionalDouble.empty()))
                .lotSize(10)
                .epochs(20)
                .unit(new PrivacyUnit(PrivacyUnit.Kind.DECLARED, 4))
                .build();
        TrainingPlan plan = new Planner(config, 1000).plan(2, List.of(), 0);

        assertThat(plan.steps()).isEqualTo(2000);
        assertThat(plan.guarantee().epsilon()).isBetween(5.0 * (1 - 1e-9), 5.0 * (1 + 1e-6));
    }

    @Test
    void usersAsOne_areClippedToOneNorm() {
        ModelSpec model = new ModelSpec(Shape.of(new int[] {1}), List.of(new LayerSpec.Linear(1)), Loss.SQUARED);
        TrainingConfig config = TrainingConfig.of(model, new PrivacyGoal.Target(1, 1e-5))
                .clipping(Clipping.Adaptive.median(1, 256))
                .unit(PrivacyUnit.CLIPPED_USER)
                .build();
        assertThatThrownBy(() -> new Planner(config, 1000)).hasMessageContaining("clipped to one norm");
    }
}

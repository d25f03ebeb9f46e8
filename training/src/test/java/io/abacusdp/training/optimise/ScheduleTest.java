package io.abacusdp.training.optimise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static void assertAt(Schedule schedule, long step, double value) {
        assertThat(schedule.at(step)).isCloseTo(value, within(1e-15 * (1 + value)));
    }

    @Test
    void warmUp_risesToTheScheduleAndFollowsIt() {
        Schedule schedule = new Schedule.WarmUp(4, new Schedule.Linear(8, 0, 8));

        assertThat(schedule.at(0)).isEqualTo(8 / 4.0);
        assertThat(schedule.at(2)).isEqualTo(6 * 3 / 4.0);
        assertThat(schedule.at(3)).isEqualTo(5);
        assertThat(schedule.at(6)).isEqualTo(2);
    }

    @Test
    void constant_isTheSameAlways() {
        assertAt(new Schedule.Constant(0.3), 0, 0.3);
        assertAt(new Schedule.Constant(0.3), 1L << 60, 0.3);
    }

    @Test
    void linear_goesStraightAndStays() {
        Schedule schedule = new Schedule.Linear(2, 1, 10);

        assertThat(schedule.at(0)).isEqualTo(2);
        assertAt(schedule, 3, 1.7);
        assertThat(schedule.at(10)).isEqualTo(1);
        assertThat(schedule.at(11)).isEqualTo(1);
    }

    /** cos 0 = 1, cos 60° = 1/2, cos 90° = 0, cos 180° = −1. */
    @Test
    void cosine_followsTheCosine() {
        Schedule schedule = new Schedule.Cosine(5, 1, 12);

        assertThat(schedule.at(0)).isEqualTo(5);
        assertAt(schedule, 4, 4);
        assertAt(schedule, 6, 3);
        assertThat(schedule.at(12)).isEqualTo(1);
        assertThat(schedule.at(1000)).isEqualTo(1);
    }

    @Test
    void stairs_fallAtEveryTread() {
        Schedule schedule = new Schedule.Stairs(8, 0.5, 3);

        assertAt(schedule, 0, 8);
        assertAt(schedule, 2, 8);
        assertAt(schedule, 3, 4);
        assertAt(schedule, 8, 2);
    }

    @Test
    void exponential_fallsSmoothly() {
        Schedule schedule = new Schedule.Exponential(8, 0.25, 2);

        assertAt(schedule, 0, 8);
        assertAt(schedule, 1, 4);
        assertAt(schedule, 2, 2);
        assertAt(schedule, 3, 1);
    }

    @Test
    void phases_followEachOther_andTheLastGoesOn() {
        Schedule schedule = new Schedule.Phases(List.of(
                new Schedule.Phase(2, new Schedule.Constant(1)),
                new Schedule.Phase(4, new Schedule.Linear(2, 6, 4)),
                new Schedule.Phase(1, new Schedule.Stairs(3, 2, 1))));

        double[] expected = {1, 1, 2, 3, 4, 5, 3, 6, 12};
        for (int step = 0; step < expected.length; step++) {
            assertAt(schedule, step, expected[step]);
        }
    }

    @Test
    void badValues_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Schedule.Constant(Double.NaN))
                .withMessage("value must be finite and at least 0, got NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> new Schedule.Linear(1, -1, 5));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Schedule.Cosine(1, 0, 0))
                .withMessage("steps must be at least 1, got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Schedule.Stairs(1, 0, 1))
                .withMessage("factor must be finite and above 0, got 0.0");
        assertThatIllegalArgumentException().isThrownBy(() -> new Schedule.Phases(List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Schedule.Exponential(1, 2, 1).at(5000))
                .withMessage("value of the schedule must be finite and at least 0, got Infinity");
        for (Schedule schedule : List.of(
                new Schedule.Constant(1),
                new Schedule.Linear(1, 2, 3),
                new Schedule.Cosine(1, 2, 3),
                new Schedule.Stairs(1, 1, 1),
                new Schedule.Exponential(1, 1, 1),
                new Schedule.Phases(List.of(new Schedule.Phase(1, new Schedule.Constant(1)))))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> schedule.at(-1))
                    .withMessage("step must be at least 0, got -1");
        }
    }
}

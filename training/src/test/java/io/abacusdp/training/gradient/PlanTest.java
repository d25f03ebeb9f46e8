package io.abacusdp.training.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.model.Shape;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlanTest {
    @ParameterizedTest
    @EnumSource
    void tiles_ofAllNumbersOfRows_coverThemWithoutAnEmptyOrTooLargeOne(BuiltInModel model) {
        Plan plan = new Plan(model.forData(Shape.of(28, 28, 1), 10), FloatKernels.plain());
        int most = plan.tiles(plan.pieceRows());
        for (int rows = 1; rows <= plan.pieceRows(); rows++) {
            int tiles = plan.tiles(rows);
            assertThat(tiles).isBetween(1, most);
            assertThat(plan.tileStart(0, rows)).isZero();
            assertThat(plan.tileStart(tiles, rows)).isEqualTo(rows);
            for (int tile = 0; tile < tiles; tile++) {
                int count = plan.tileStart(tile + 1, rows) - plan.tileStart(tile, rows);
                assertThat(count).as("rows %d, tile %d", rows, tile).isBetween(1, plan.tileRows());
            }
        }
    }
}

package io.abacusdp.training.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.model.Shape;
import io.abacusdp.training.sum.Dealer;
import io.abacusdp.training.sum.Lot;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TilePlanTest {
    @ParameterizedTest
    @EnumSource
    void tiles_ofAllNumbersOfRows_coverThemWithoutAnEmptyOrTooLargeOne(BuiltInModel model) {
        TilePlan plan = new TilePlan(model.forData(Shape.of(28, 28, 1), 10), FloatKernels.plain());
        for (int groups : new int[] {1, 2, 3, 20}) {
            for (int rows = 1; rows <= plan.pieceRows(); rows++) {
                int[] starts = plan.tileStarts(new int[] {0, rows}, groups);
                assertThat(starts.length - 1).isBetween(1, plan.mostTiles());
                assertThat(starts[0]).isZero();
                assertThat(starts[starts.length - 1]).isEqualTo(rows);
                for (int tile = 0; tile + 1 < starts.length; tile++) {
                    assertThat(starts[tile + 1] - starts[tile])
                            .as("rows %d, tile %d", rows, tile)
                            .isBetween(1, plan.tileRows());
                }
            }
        }
    }

    /** Of a model whose tiles have sums, no tile has rows of two parts, and a part is cut the same in any company. */
    @ParameterizedTest
    @EnumSource(names = {"CNN", "CNN_TANH"})
    void tiles_ofSeveralParts_areThoseOfEachPart(BuiltInModel model) {
        TilePlan plan = new TilePlan(model.forData(Shape.of(28, 28, 1), 10), FloatKernels.plain());

        int[] together = plan.tileStarts(new int[] {0, 100, 117, 300}, 9);

        int[] first = plan.tileStarts(new int[] {0, 100}, 9);
        int[] second = plan.tileStarts(new int[] {0, 17}, 9);
        int[] third = plan.tileStarts(new int[] {0, 183}, 9);
        IntStream expected = IntStream.concat(
                IntStream.of(first).limit(first.length - 1),
                IntStream.concat(
                        IntStream.of(second).limit(second.length - 1).map(start -> 100 + start),
                        IntStream.of(third).map(start -> 117 + start)));
        assertThat(together).isEqualTo(expected.toArray());
    }

    @ParameterizedTest
    @EnumSource
    void pieces_ofAnyLot_coverItAndStayWithinMemory(BuiltInModel model) {
        TilePlan plan = new TilePlan(model.forData(Shape.of(28, 28, 1), 10), FloatKernels.plain());
        for (int size : new int[] {0, 1, 7, 300, 1600, 5000, 20_000}) {
            int[] rows = IntStream.range(0, size).toArray();
            for (Lot lot : new Lot[] {Lot.oneGroup(rows), new Dealer(2000, new SplittableRandom(size)).deal(rows)}) {
                LotParts pieces = new LotParts(lot, plan);
                int place = 0;
                while (pieces.hasNext()) {
                    assertThat(pieces.place()).isEqualTo(place);
                    int[] parts = pieces.next();
                    place += parts[parts.length - 1];
                    assertThat(parts[parts.length - 1]).isBetween(1, plan.pieceRows());
                    assertThat(plan.tileStarts(parts, lot.groups()).length - 1).isLessThanOrEqualTo(plan.mostTiles());
                }
                assertThat(place).isEqualTo(size);
            }
        }
    }
}

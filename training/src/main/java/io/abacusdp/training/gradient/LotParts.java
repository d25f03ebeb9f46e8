package io.abacusdp.training.gradient;

import io.abacusdp.training.sum.Lot;
import io.abacusdp.training.sum.SumSensitivity;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;

/**
 * Cuts a lot into pieces of whole parts, each as many as memory holds. A part is within one group, and depends on the size of that
 * alone; which parts make a piece does not change a sum.
 */
final class LotParts implements Iterator<int[]> {
    private final Lot lot;
    private final TilePlan plan;
    private int place;
    private int group;
    /** Of the group's parts, the next. */
    private int part;

    LotParts(Lot lot, TilePlan plan) {
        this.lot = lot;
        this.plan = plan;
    }

    /** Where in the lot the next piece starts. */
    int place() {
        return place;
    }

    @Override
    public boolean hasNext() {
        return place < lot.size();
    }

    /** Where in the next piece its parts start, and where the last ends. */
    @Override
    public int[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        IntStream.Builder starts = IntStream.builder();
        int start = place;
        int tiles = 0;
        while (place < lot.size()) {
            int groupStart = group == 0 ? 0 : lot.groupEnd(group - 1);
            int size = lot.groupEnd(group) - groupStart;
            int parts = size == 0 ? 0 : SumSensitivity.parts(size, plan.pieceRows());
            if (part == parts) {
                group++;
                part = 0;
                continue;
            }
            int end = groupStart + SumSensitivity.partStart(part + 1, parts, size);
            tiles += plan.tilesOfPart(end - place, lot.groups());
            if (place > start && (end - start > plan.pieceRows() || tiles > plan.mostTiles())) {
                break;
            }
            starts.add(place - start);
            place = end;
            part++;
        }
        return starts.add(place - start).build().toArray();
    }
}

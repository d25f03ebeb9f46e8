package io.abacusdp.accounting.tradeoff;

import io.abacusdp.accounting.auto.HandOver;
import java.util.List;
import java.util.function.Function;

/** One direction of the first of several curves that does not refuse what is asked. */
final class SideInTurn implements Side {
    private final HandOver<TradeoffCurve> curves;
    private final Function<TradeoffCurve, Side> side;

    SideInTurn(HandOver<TradeoffCurve> curves, Function<TradeoffCurve, Side> side) {
        this.curves = curves;
        this.side = side;
    }

    @Override
    public Line at(double falsePositiveRate) {
        return curves.first(curve -> side.apply(curve).at(falsePositiveRate));
    }

    @Override
    public List<Line> near(double[] falsePositiveRates) {
        return curves.first(curve -> side.apply(curve).near(falsePositiveRates));
    }

    @Override
    public double delta(double epsilon) {
        return curves.first(curve -> side.apply(curve).delta(epsilon));
    }

    @Override
    public boolean isDeltaAtMost(double epsilon, double bound) {
        return curves.first(curve -> side.apply(curve).isDeltaAtMost(epsilon, bound));
    }

    @Override
    public double leastAdvantage() {
        return curves.first(curve -> side.apply(curve).leastAdvantage());
    }
}

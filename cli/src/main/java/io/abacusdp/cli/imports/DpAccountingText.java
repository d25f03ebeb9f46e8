package io.abacusdp.cli.imports;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * An event of dp_accounting as it prints itself, as it is written in Python, or as its named tuple prints itself: {@code
 * SelfComposedDpEvent(event=PoissonSampledDpEvent(sampling_probability=0.01, event=GaussianDpEvent(noise_multiplier=1.0)),
 * count=1000)}.
 *
 * <p>Source: the classes of dp_event.py and their fields, and {@code DpEvent.to_named_tuple}, whose wrappers are called {@code
 * _GaussianDpEventNamedTupleWrapper} and begin with module_name and class_name; DEFAULT_RDP_ORDERS of rdp_privacy_accountant.py
 * (google/differential-privacy, python/dp_accounting, commits 00a8d6b and 0719e70).
 *
 * <p>Assumes: nothing on neighbouring data, which an event of dp_accounting does not know; there is a reading for each relation.
 */
final class DpAccountingText {
    private static final Pattern EVENT =
            Pattern.compile("\\s*(?:[A-Za-z_][A-Za-z0-9_]*\\.)*_?[A-Za-z]+DpEvent(?:NamedTupleWrapper)?\\s*\\(");

    private DpAccountingText() {}

    static boolean isOne(String text) {
        return EVENT.matcher(text).lookingAt();
    }

    static ImportedRun read(String text) {
        DpEvent event = new DpAccountingEvents().event(PythonText.parse(text));
        List<Claim> claims = new ArrayList<>();
        if (Claim.isCommon(event)) {
            claims.add(Claim.renyi(
                    "dp_accounting's RdpAccountant on its default orders, add-or-remove-one",
                    event,
                    Claim.orders(11, 63, 128, 256, 512, 1024)));
        }
        return new ImportedRun(
                "an event of dp_accounting",
                OptionalDouble.empty(),
                List.of(
                        reading(event, Adjacency.ADD_OR_REMOVE_ONE, "neighbouring data has one record more or less"),
                        reading(event, Adjacency.REPLACE_ONE, "neighbouring data has another record in one's place"),
                        reading(event, Adjacency.ZERO_OUT, "neighbouring data has a record that contributes nothing")),
                claims,
                List.of(
                        "An event does not say what neighbouring data is; it is a setting of the accountant, and not in the text.",
                        "Under REPLACE_ONE dp_accounting counts a Gaussian as if a replaced record moved the sum by one clipping norm;"
                                + " by its own definition of the noise multiplier it is two, and so it is here.",
                        "Whether batches were Poisson samples is for whoever wrote the event to know: shuffled ones are not.",
                        "Noise multipliers are taken to be over the norm to which each record was really clipped."));
    }

    private static Reading reading(DpEvent event, Adjacency adjacency, String condition) {
        return Reading.asRun(adjacency.id(), condition, event, adjacency);
    }
}

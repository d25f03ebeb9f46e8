package io.abacusdp.cli.option;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.classic.ClassicAccountant;
import io.abacusdp.accounting.pld.PldAccountant;
import io.abacusdp.accounting.rdp.Conversion;
import io.abacusdp.accounting.rdp.Orders;
import io.abacusdp.accounting.rdp.RdpAccountant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** All accountants that can be asked for by name, on the command line and in a batch. */
public final class Accountants {
    public static final String RDP = "rdp";

    /** Who is asked if nobody is named. */
    static final String DEFAULT = "auto";

    /** The most general first. */
    private static final Map<String, BiFunction<Orders, Conversion, Accountant>> BY_NAME = byName();

    private Accountants() {}

    static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    /** Returns the name if an accountant has it, and refuses every other name. */
    public static String checkName(String name) {
        if (!BY_NAME.containsKey(name)) {
            throw NameConverters.unknown(name, names());
        }
        return name;
    }

    private static Map<String, BiFunction<Orders, Conversion, Accountant>> byName() {
        Map<String, BiFunction<Orders, Conversion, Accountant>> byName = new LinkedHashMap<>();
        byName.put(DEFAULT, (orders, conversion) -> AutoAccountant.best());
        // Who asks for exact figures gets those of the pld accountant where the exact one refuses; the guarantee says
        // so.
        byName.put("exact", (orders, conversion) -> AutoAccountant.certified());
        byName.put("pld", (orders, conversion) -> new PldAccountant());
        byName.put(RDP, RdpAccountant::new);
        byName.put("optimal", (orders, conversion) -> ClassicAccountant.optimal());
        byName.put("strong", (orders, conversion) -> ClassicAccountant.strong());
        byName.put("basic", (orders, conversion) -> ClassicAccountant.basic());
        return Collections.unmodifiableMap(byName);
    }

    /** Who is asked if nobody is named: Rényi accounting, if what is said concerns only that. */
    public static String absent(boolean renyi) {
        return renyi ? RDP : DEFAULT;
    }

    /** Those of which a survey asks each: all but the one that asks others. */
    public static List<String> surveyed() {
        return names().stream().filter(name -> !name.equals(DEFAULT)).toList();
    }

    /** The accountant with that name; orders and conversion matter to Rényi accounting only. */
    public static Accountant named(String name, Orders orders, Conversion conversion) {
        BiFunction<Orders, Conversion, Accountant> maker = BY_NAME.get(name);
        if (maker == null) {
            throw NameConverters.unknown(name, names());
        }
        return maker.apply(orders, conversion);
    }
}

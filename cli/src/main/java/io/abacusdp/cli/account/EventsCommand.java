package io.abacusdp.cli.account;

import io.abacusdp.cli.option.DocumentOutput;
import io.abacusdp.cli.option.NameConverters;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.format.EventCatalog;
import io.abacusdp.format.EventType;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The language of events. */
@Command(
        name = "events",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "The types of events that --events, batches and the ledger take.",
        footer = {"", "Example:", "  abacus events poisson_sampled gaussian"})
public final class EventsCommand implements Runnable {
    @Parameters(arity = "0..*", paramLabel = "TYPE", description = "Types to describe. Default: all.")
    private List<String> names = new ArrayList<>();

    @Mixin
    private DocumentOutput output = new DocumentOutput();

    @Override
    public void run() {
        EventDocument document = new EventDocument(
                names.isEmpty()
                        ? EventCatalog.all()
                        : names.stream().map(EventsCommand::type).toList());
        output.print(document::text, document::json, document::markdown);
    }

    private static EventType type(String name) {
        List<String> known = EventCatalog.all().stream().map(EventType::name).toList();
        return EventCatalog.all().stream()
                .filter(type -> type.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException(
                        "TYPE " + NameConverters.unknown(name, known).getMessage()));
    }
}

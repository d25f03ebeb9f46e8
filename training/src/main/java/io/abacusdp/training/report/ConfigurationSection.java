package io.abacusdp.training.report;

import io.abacusdp.training.trainer.DataRecord;
import io.abacusdp.training.trainer.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Settings, model and data of a run. */
final class ConfigurationSection {
    private ConfigurationSection() {}

    static ReportDocument.Section of(RunRecord run) {
        List<List<String>> facts = new ArrayList<>();
        run.settings().forEach((name, value) -> facts.add(List.of(name, value)));
        data(
                "training data",
                run.data(),
                (run.isSizeDeclared() ? "a declared size of %d" : "%d examples")
                        .formatted(run.data().examples()),
                facts);
        run.test().ifPresent(test -> data("test data", test, test.examples() + " examples", facts));
        facts.add(List.of("begun", run.begun().toString()));
        return new ReportDocument.Section("Configuration", List.of(ReportBlock.Table.ofFacts(facts)));
    }

    private static void data(String name, DataRecord data, String size, List<List<String>> facts) {
        String shape = data.shape().stream().map(Object::toString).collect(Collectors.joining(" x "));
        String targets = data.classes() == 0 ? "a number to predict" : data.classes() + " classes";
        facts.add(List.of(name, "%s: %s, of shape %s, %s".formatted(data.name(), size, shape, targets)));
    }
}

package io.abacusdp.cli.account;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.output.Answer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Assumptions and then epsilon, for each case by every accountant that can account it. */
final class Statement {
    private final double delta;
    private final Optional<String> warning;
    private final AnswerOutput output;

    /** @param warning of the delta, if there is one */
    Statement(double delta, Optional<String> warning, AnswerOutput output) {
        this.delta = delta;
        this.warning = warning;
        this.output = output;
    }

    void print(List<String> assumptions, Map<StatementRow, AccountantSurvey> cases) {
        output.warn(warning);
        if (output.isJson()) {
            cases.forEach((row, survey) -> survey.guarantees()
                    .forEach(guarantee -> output.print(row.id(), guarantee.map(Answer::epsilon), warning)));
        } else {
            output.line("Assumptions");
            assumptions.forEach(assumption -> output.line("  " + assumption));
            output.line("");
            output.line("Guarantee at delta " + SafeFigures.exact(delta));
            warning.ifPresent(text -> output.line("  Warning: " + text));
            cases.forEach((row, survey) ->
                    survey.guarantees().forEach(guarantee -> output.line("  " + sentence(row, guarantee.result()))));
        }
        Set<String> refusing = new LinkedHashSet<>();
        cases.values().forEach(survey -> refusing.addAll(survey.refusals().keySet()));
        if (!refusing.isEmpty()) {
            output.diagnose("rows are missing of those who cannot account this: " + String.join(", ", refusing));
        }
    }

    private String sentence(StatementRow row, Guarantee guarantee) {
        StringBuilder text =
                new StringBuilder("epsilon %s by %s".formatted(output.up(guarantee.epsilon()), guarantee.accountant()));
        guarantee.order().ifPresent(order -> text.append(" at order ").append(output.up(order)));
        text.append(", if ").append(row.condition());
        guarantee.notes().forEach(note -> text.append("; ").append(note));
        return text.toString();
    }
}

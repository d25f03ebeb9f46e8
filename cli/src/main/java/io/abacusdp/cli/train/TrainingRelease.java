package io.abacusdp.cli.train;

import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.training.audit.AuditOutcome;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.report.Provenance;
import io.abacusdp.training.report.TrainingReport;
import io.abacusdp.training.trainer.ModelFile;
import io.abacusdp.training.trainer.TrainingPublication;
import io.abacusdp.training.trainer.TrainingResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** The model and its report, as they are published, and what is said of them. Not safe for use by several threads. */
final class TrainingRelease implements TrainingPublication {
    static final String MODEL = "model.safetensors";
    static final String REPORT = "report.html";
    static final String REPORT_JSON = "report.json";

    private final Provenance provenance;
    private final Function<TrainingResult, Optional<AuditOutcome>> auditor;
    private Optional<AuditOutcome> audit = Optional.empty();

    /** @param auditor what an audit of the run finds, if there is one */
    TrainingRelease(Provenance provenance, Function<TrainingResult, Optional<AuditOutcome>> auditor) {
        this.provenance = provenance;
        this.auditor = auditor;
    }

    @Override
    public void writeTo(Path folder, TrainingResult result) throws IOException {
        audit = auditor.apply(result);
        ModelFile.write(folder.resolve(MODEL), result, provenance.version());
        report(result).writeTo(folder);
    }

    private TrainingReport report(TrainingResult result) {
        return new TrainingReport(result.record(), audit, provenance);
    }

    /** Whether an audit refuted the guarantee. */
    boolean isRefuted() {
        return audit.filter(AuditOutcome::isRefuted).isPresent();
    }

    /** Says what was released. */
    void print(AnswerOutput output, Path directory, TrainingResult result) {
        Path folder = RunDirectory.releaseFolder(directory);
        new TrainingOutcome(
                        result.record(),
                        result.examplesPerSecond(),
                        audit,
                        folder.resolve(MODEL),
                        folder.resolve(REPORT))
                .print(output, report(result).statement());
    }
}

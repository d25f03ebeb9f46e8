package io.abacusdp.cli.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Abacus;
import io.abacusdp.cli.Run;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchCommandTest {
    private static final String GAUSSIAN = "{'type':'gaussian','noise_multiplier':4}";
    private static final String GAUSSIANS = "{'type':'repeated','count':50,'event':" + GAUSSIAN + "}";

    /** Of a Gaussian mechanism of μ = 1/4: Φ(Φ⁻¹(α) + μ), 2Φ(μ/2) − 1, and as many steps as (μ·√n) allows; by scipy 1.17. */
    @Test
    void batch_risksAndTheirTargets_areThoseOfTheGaussian() {
        Run run = batch(
                "{'query':'tpr','event':" + GAUSSIAN + ",'fpr':[0.1,0.01,0.5]}",
                "{'query':'mu','event':" + GAUSSIAN + "}",
                "{'query':'steps','event':" + GAUSSIAN + ",'mu':1.01}",
                "{'query':'steps','event':" + GAUSSIAN + ",'epsilon':4,'delta':5e-5}",
                "{'query':'noise_multiplier','event':{'type':'gaussian','noise_multiplier':'?'},'advantage':0.1}",
                "{'query':'noise_multiplier','event':{'type':'gaussian','noise_multiplier':'?'},'tpr':0.2,'fpr':0.1}",
                "{'query':'steps','event':" + GAUSSIAN + ",'mu':1,'delta':1e-5}",
                "{'query':'tpr','event':" + GAUSSIAN + ",'fpr':[]}",
                "{'query':'tpr','event':{'type':'zcdp','xi':0,'rho':0.1},'fpr':[0.1]}");
        List<JsonNode> answers = run.json();
        assertThat(answers.get(0).get("values").get(0).doubleValue()).isCloseTo(0.15114112, within(1e-6));
        assertThat(answers.get(0).get("values").get(1).doubleValue()).isCloseTo(0.01893089, within(1e-6));
        assertThat(answers.get(0).get("values").get(2).doubleValue()).isCloseTo(0.59870633, within(1e-6));
        assertThat(answers.get(1).get("value").doubleValue()).isCloseTo(0.25, within(1e-4));
        assertThat(answers.get(2).get("value").longValue()).isEqualTo(16);
        assertThat(answers.get(3).get("value").longValue()).isEqualTo(16);
        assertThat(answers.get(4).get("value").doubleValue()).isCloseTo(3.97895, within(1e-3));
        assertThat(answers.get(5).get("value").doubleValue()).isCloseTo(2.27309, within(1e-3));
        assertThat(answers.get(6).get("error").textValue()).contains("got mu and delta");
        assertThat(answers.get(7).get("error").textValue()).contains("at least one rate");
        // An event of which only a Rényi curve is known has risks as well.
        assertThat(answers.get(8).get("value").doubleValue()).isBetween(0.1, 0.5);
    }

    @Test
    void batch_mixedLines_areAnsweredInOrderAndGoOnAfterErrors() {
        Run run = batch(
                "{'id':7,'query':'epsilon','event':" + GAUSSIANS + ",'delta':1e-5,'accountant':'rdp',"
                        + "'adjacency':'add_or_remove_one','orders':[3.6,3.7,3.8],'conversion':'mironov'}",
                "not JSON",
                "{'id':'b','query':'delta','event':" + GAUSSIANS
                        + ",'epsilon':10.045296468507,'orders':[3.7],'conversion':'mironov'}",
                "",
                "{'query':'rdp','event':{'type':'laplace','noise_multiplier':1},'order':2}",
                "{'id':null,'query':'noise_multiplier','event':{'type':'repeated','count':2250,'event':"
                        + "{'type':'poisson_sampled','rate':0.04,'event':{'type':'gaussian','noise_multiplier':'?'}}},"
                        + "'epsilon':8,'delta':1e-5,'accountant':'rdp'}",
                "{'id':true,'query':'epsilon','event':{'type':'non_private'},'delta':0.5}",
                "{'id':1.5,'query':'epsilon','event':" + GAUSSIAN + ",'delta':1e-5,'accountant':'basic'}",
                "{'id':8,'query':'epsilon','event':{'type':'no_op'},'delta':1e-5}");
        List<JsonNode> answers = run.json();
        assertThat(run.status()).isZero();
        assertThat(answers).hasSize(9);
        assertThat(answers.get(0).get("id").intValue()).isEqualTo(7);
        assertThat(answers.get(0).get("value").doubleValue()).isCloseTo(10.045296468507, within(1e-10));
        assertThat(answers.get(0).get("order").doubleValue()).isEqualTo(3.7);
        assertThat(answers.get(1).get("id").isNull()).isTrue();
        assertThat(answers.get(1).has("error")).isTrue();
        assertThat(answers.get(2).get("id").textValue()).isEqualTo("b");
        assertThat(answers.get(2).get("value").doubleValue()).isCloseTo(1e-5, within(1e-15));
        assertThat(answers.get(3).has("error")).isTrue();
        assertThat(answers.get(4).get("value").doubleValue()).isCloseTo(.619123629998593, within(1e-13));
        assertThat(answers.get(5).get("value").doubleValue()).isCloseTo(1.416, within(5e-4));
        assertThat(answers.get(6).get("id").booleanValue()).isTrue();
        assertThat(answers.get(6).get("upper").textValue()).isEqualTo("Infinity");
        assertThat(answers.get(7).get("id").doubleValue()).isEqualTo(1.5);
        assertThat(answers.get(7).get("error").textValue()).contains("basic accountant cannot account Gaussian");
        assertThat(answers.get(8).get("value").doubleValue()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[1]|a query must be a JSON object",
                "{'id':[1]}|id must be a string, a number, a boolean or null",
                "{'event':E,'delta':.5}|valid JSON",
                "{'event':E,'delta':0.5}|query is missing",
                "{'query':1}|query must be a string, got 1",
                "{'query':'roc'}|query must be one of epsilon, delta, rdp, noise_multiplier, steps, fnr, tpr, advantage, mu, got roc",
                "{'query':'epsilon','event':E}|delta is missing",
                "{'query':'epsilon','delta':0.5}|event is missing",
                "{'query':'epsilon','event':E,'delta':'x'}|delta must be a finite number, got \"x\"",
                "{'query':'epsilon','event':E,'delta':NaN}|valid JSON",
                "{'query':'epsilon','event':E,'delta':1}|delta must be in [0, 1), got 1.0",
                "{'query':'epsilon','event':E,'delta':1e999}|must be a finite number",
                "{'query':'epsilon','event':E,'delta':0.5,'epsilon':1}|epsilon is not a field of query epsilon",
                "{'query':'epsilon','event':E,'delta':0.5,'delta':0.1}|Duplicate",
                "{'query':'epsilon','event':E,'delta':0.5,'accountant':'x'}|accountant must be one of auto, exact, pld, rdp, optimal, strong, basic, got x",
                "{'query':'epsilon','event':E,'delta':0.5,'accountant':'basic','orders':[2]}|orders and conversion are for the accountant rdp",
                "{'query':'epsilon','event':E,'delta':0.5,'adjacency':'x'}|adjacency must be one of add_or_remove_one",
                "{'query':'epsilon','event':E,'delta':0.5,'conversion':'x'}|conversion must be one of mironov",
                "{'query':'epsilon','event':E,'delta':0.5,'orders':2}|orders must be an array of numbers, got 2",
                "{'query':'epsilon','event':E,'delta':0.5,'orders':[]}|at least one order",
                "{'query':'epsilon','event':E,'delta':0.5,'orders':[2,1]}|finite and above 1, got 1.0",
                "{'query':'epsilon','event':{'type':'gaussian','noise_multiplier':'?'},'delta':0.5}|$.event.noise_multiplier: must be a number",
                "{'query':'delta','event':E,'epsilon':'-1'}|epsilon must be a finite number, got \"-1\"",
                "{'query':'rdp','event':E,'order':0.5}|order must be at least 1, got 0.5",
                "{'query':'rdp','event':E,'order':2,'accountant':'basic'}|query rdp is for the accountant rdp, got basic",
                "{'query':'noise_multiplier','event':E,'epsilon':1,'delta':0.5}|\"?\"",
                "{'query':'noise_multiplier','event':T,'epsilon':1,'delta':0}|a larger delta is needed",
            })
    void batch_wrongLine_isAnsweredWithWhatIsWrong(String query, String message) {
        JsonNode answer = batch(query.replace("E", GAUSSIAN).replace("T", GAUSSIAN.replace("4", "'?'")))
                .json()
                .get(0);
        assertThat(answer.fieldNames()).toIterable().containsExactly("id", "error");
        assertThat(answer.get("error").textValue()).contains(message).doesNotContain("internal");
    }

    @Test
    void repeat_severalTimes_givesTheSameValue(@TempDir Path folder) throws IOException {
        String query = "{'query':'epsilon','event':" + GAUSSIANS + ",'delta':1e-5}";
        Path file = folder.resolve("queries.jsonl");
        Files.writeString(file, quoted(query));
        JsonNode repeated = Run.of("batch --repeat 5 " + file).json().get(0);
        assertThat(repeated.get("value")).isEqualTo(batch(query).json().get(0).get("value"));
        assertThat(repeated.get("micros").longValue()).isNotNegative();
    }

    @Test
    void batch_nobodyReads_ends() {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("closed");
            }
        };
        int status = Abacus.run(
                new ByteArrayInputStream("x\nx\n".getBytes(StandardCharsets.UTF_8)),
                closed,
                OutputStream.nullOutputStream(),
                "batch");
        assertThat(status).isEqualTo(1);
    }

    @Test
    void batch_emptyInput_hasNoOutput() {
        assertThat(Run.of("batch")).isEqualTo(new Run(0, "", ""));
    }

    private static Run batch(String... queries) {
        return Run.withInput(quoted(String.join("\n", queries)), "batch -");
    }

    private static String quoted(String json) {
        return json.replace('\'', '"');
    }
}

package io.abacusdp.federated.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.federated.aggregate.Aggregation;
import io.abacusdp.federated.message.LocalTraining;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.federated.privacy.RoundCharge;
import io.abacusdp.federated.server.ClientNoise;
import io.abacusdp.federated.server.FederationPlan;
import io.abacusdp.federated.server.FederationServer;
import io.abacusdp.federated.server.Member;
import io.abacusdp.federated.server.Patience;
import io.abacusdp.federated.server.RoundReport;
import io.abacusdp.federated.server.SecureRoster;
import io.abacusdp.federated.simulate.Identities;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.report.Provenance;
import io.abacusdp.training.step.Clipping;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class FederationReportTest {
    private static final double DELTA = 1e-5;

    private static final DpEvent OF_THE_SERVER = new PoissonSampled(0.5, new Gaussian(1));

    /** Variance 10^8 over a norm of 10^4: next to a Gaussian of noise 1. */
    private static final DpEvent OF_CLIENTS =
            new Composed(List.of(new Skellam(1e8, 1e4, 1e4), new ApproximateDp(0, 1e-12)));

    @TempDir
    private Path directory;

    private static String page(PrivacyStyle style, boolean isSecure, RandomStreams streams) {
        return new FederationDocument(report(style, isSecure, streams).json()).html();
    }

    private static RoundReport round(int number, double sample) {
        return new RoundReport(
                number,
                0,
                2,
                OptionalDouble.of(sample),
                "a",
                OptionalDouble.of(sample / 2),
                OptionalDouble.of(sample * 2),
                OptionalDouble.of(1));
    }

    private static FederationReport report(PrivacyStyle style, boolean isSecure, RandomStreams streams) {
        LocalTraining local = style.protectsRecords()
                ? new LocalTraining(1, 1, 1, 0, 0, 1, 1)
                : new LocalTraining(1, 1, 1, 0, 0, Double.POSITIVE_INFINITY, 0);
        List<Member> members = List.of(new Member("a", 10, 1, local), new Member("b", 20, 1, local));
        FederationPlan plan = new FederationPlan(
                style,
                ModelSpec.of(2).linear(1).loss(Loss.LOGISTIC),
                2,
                Aggregation.FEDAVG,
                1,
                members,
                style.protectsClients()
                        ? Optional.of(new ClientNoise(isSecure ? 2 : 1, 1, new Clipping.Flat(1)))
                        : Optional.empty(),
                isSecure
                        ? Optional.of(new SecureRoster(new Identities(List.of("a", "b")).participants(), 2, 0))
                        : Optional.empty(),
                new Patience(Duration.ofSeconds(1), Duration.ofSeconds(1), 1, 1),
                DELTA);
        PrivacyHistory history = new PrivacyHistory();
        history.add(new RoundCharge(
                style.protectsRecords() ? Map.of("a", new Gaussian(2)) : Map.of(),
                style.protectsClients() ? Optional.of(isSecure ? OF_CLIENTS : OF_THE_SERVER) : Optional.empty(),
                style.protectsClients() ? Map.of("b", isSecure ? OF_CLIENTS : new Gaussian(1)) : Map.of()));
        return new FederationReport(
                plan,
                streams,
                history,
                PrivacyCosts.best(DELTA),
                new FederationServer.Ended(1, FederationServer.Ending.EXHAUSTED, "before round 2: too much"),
                List.of(new MeasuredRound(
                        round(1, 2), OptionalDouble.of(0.5), OptionalDouble.of(0.75), OptionalDouble.of(0.875))),
                Optional.of(0L),
                List.of("a note <with> marks"),
                new Provenance("abacus federated simulate", "abacus 0"));
    }

    @Test
    void hybrid_statesTwoGuaranteesWithTheirAdjacenciesAndTheSumByItsName() {
        String page = page(PrivacyStyle.HYBRID, false, RandomStreams.secure());

        // Known values: Gaussian of mu 1/2 at delta 1e-5 is 1.9930914, of mu 1 4.3771781; rounded up.
        assertThat(page)
                .contains(
                        "a record of a",
                        "1.9931",
                        "the public, the server, fellow clients, and all of these together",
                        "add_or_remove_one")
                .contains(
                        "a client", "the public and fellow clients, who do not know when it took part; not the server")
                .contains("the client b", "4.3772", "knowing when it took part; not the server")
                .contains("The server adds the noise for clients itself and sees each update")
                .contains("Conservative total", "different adjacencies")
                .contains("a note &lt;with&gt; marks")
                .contains("1 of 2 rounds were made: before round 2: too much")
                .contains("Epsilon over rounds", "records, worst client", "0.8750")
                .contains("The limits allow 0 more rounds");
    }

    @Test
    void secure_saysThatTheFullRateIsCharged() {
        String page = page(PrivacyStyle.USER, true, RandomStreams.secure());

        assertThat(page)
                .contains("All clients take part in every round, and the full rate is charged")
                .contains("the public, any one fellow client, and the server by itself; not the server with a client")
                .contains("A client knows the noise that it added itself")
                .doesNotContain("Conservative total");
    }

    /** An absent client takes its share of the noise along, so that its figure is one of zero-out, wherever it is written. */
    @Test
    void noiseThatClientsMake_isLabelledZeroOut_andRecordsAreNot() {
        FederationReport report = report(PrivacyStyle.HYBRID, true, RandomStreams.secure());
        JsonNode json = report.json();
        FederationDocument document = new FederationDocument(json);

        assertThat(json.path("guarantees")
                        .valueStream()
                        .map(each -> each.path("adjacency").asText()))
                .containsExactly("add_or_remove_one", "zero_out", "zero_out");
        assertThat(json.path("privacy").path("sample_adjacency").asText()).isEqualTo("add_or_remove_one");
        assertThat(json.path("privacy").path("user_adjacency").asText()).isEqualTo("zero_out");
        assertThat(report.stated())
                .extracting(each -> each.guarantee().adjacency())
                .containsExactly(Adjacency.ADD_OR_REMOVE_ONE, Adjacency.ZERO_OUT, Adjacency.ZERO_OUT);
        for (String page : List.of(document.html(), document.text().replaceAll("\\s+", " "))) {
            assertThat(page)
                    .contains("zero out one client (it takes part and adds its share of the noise")
                    .contains("add or remove one record")
                    .doesNotContain("add or remove one client")
                    .containsPattern("the client b.*zero_out");
        }
        assertThat(page(PrivacyStyle.HYBRID, false, RandomStreams.secure()))
                .contains("add or remove one client")
                .doesNotContain("zero");
    }

    @Test
    void lead_ofNoNoiseOrASeed_isAWarning() {
        assertThat(page(PrivacyStyle.NONE, false, RandomStreams.secure()))
                .contains("Not private: the run had no noise");
        assertThat(page(PrivacyStyle.SAMPLE, false, RandomStreams.insecureForTests(1)))
                .contains("Not private: noise and samples came from a fixed seed")
                .contains("INSECURE");
    }

    @Test
    void html_isWellFormed() throws Exception {
        String page = page(PrivacyStyle.HYBRID, false, RandomStreams.secure());
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(page.replace("<!DOCTYPE html>", ""))));
    }

    @Test
    void log_isReadBackWithoutWhatWasCutOff() throws Exception {
        RoundLog log = new RoundLog(directory);
        assertThat(log.read(9)).isEmpty();
        MeasuredRound first =
                new MeasuredRound(round(1, 2), OptionalDouble.of(0.5), OptionalDouble.of(0.75), OptionalDouble.empty());
        MeasuredRound again = new MeasuredRound(
                round(1, Double.POSITIVE_INFINITY),
                OptionalDouble.empty(),
                OptionalDouble.of(1),
                OptionalDouble.empty());
        log.append(first);
        log.append(new MeasuredRound(
                round(2, 3), OptionalDouble.of(0.5), OptionalDouble.of(0.75), OptionalDouble.empty()));
        log.append(again);
        Files.writeString(directory.resolve("rounds.jsonl"), "{\"round\":7,", StandardOpenOption.APPEND);

        assertThat(log.read(1)).containsExactly(again);
        assertThat(log.read(9)).hasSize(2);
        assertThat(Files.readAllLines(directory.resolve("rounds.csv")))
                .hasSize(4)
                .first()
                .asString()
                .startsWith("round,attempt,clients,epsilon_sample,worst_client,epsilon_user");
    }
}

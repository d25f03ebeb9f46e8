package io.abacusdp.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.TreeAggregation;
import io.abacusdp.storage.StrictJson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventTemplateTest {
    private static final String TRAINING =
            "{\"type\":\"repeated\",\"count\":1000,\"event\":{\"type\":\"poisson_sampled\","
                    + "\"rate\":0.01,\"event\":{\"type\":\"gaussian\",\"noise_multiplier\":\"?\"}}}";

    @Test
    void with_oneUnknown_putsTheValueThere() {
        EventTemplate template = EventTemplate.read(TRAINING);
        assertThat(template.with(0.7)).isEqualTo(new Repeated(1000, new PoissonSampled(0.01, new Gaussian(0.7))));
        assertThat(template.with(2)).isEqualTo(new Repeated(1000, new PoissonSampled(0.01, new Gaussian(2))));
    }

    @Test
    void with_severalUnknowns_putsTheValueInAllAndNowhereElse() {
        EventTemplate template = EventTemplate.read("""
                {"type":"composed","events":[
                  {"type":"gaussian","noise_multiplier":"?"},
                  {"type":"gaussian","noise_multiplier":5},
                  {"type":"laplace","noise_multiplier":"?"},
                  {"type":"tree_aggregation","noise_multiplier":"?","steps":8}]}
                """);
        assertThat(template.with(3))
                .isEqualTo(new Composed(
                        List.of(new Gaussian(3), new Gaussian(5), new Laplace(3), new TreeAggregation(3, 8))));
    }

    @Test
    void with_treeChangedAfterwards_staysAsRead() {
        ObjectNode node = (ObjectNode) StrictJson.parse("{\"type\":\"gaussian\",\"noise_multiplier\":\"?\"}");
        EventTemplate template = EventTemplate.read(node);
        node.put("type", "laplace");
        assertThat(template.with(1)).isEqualTo(new Gaussian(1));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void with_noNoiseMultiplier_refusedAtTheUnknown(double value) {
        EventTemplate template = EventTemplate.read(StrictJson.parse(TRAINING), "$.event");
        assertThatThrownBy(() -> template.with(value))
                .isInstanceOf(InvalidEventException.class)
                .hasMessageStartingWith(
                        "$.event.event.event.noise_multiplier: must be finite and above 0, got " + value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'gaussian','noise_multiplier':1} | $ | must have a field 'noise_multiplier':'?', got none",
                "{'type':'no_op'} | $ | must have a field 'noise_multiplier':'?', got none",
                "{'type':'gaussian','noise_multiplier':'x'} | $.noise_multiplier | must be a number, got the string 'x'",
                "{'type':'discrete_gaussian','sigma':'?','sensitivity':1} | $.sigma"
                        + "| must be a number, as only noise_multiplier can be '?'",
                "{'type':'mixture_of_gaussians','standard_deviation':'?','sensitivities':[1],'probabilities':[1]}"
                        + "| $.standard_deviation | must be a number, as only noise_multiplier can be '?'",
                "{'type':'poisson_sampled','rate':'?','event':{'type':'gaussian','noise_multiplier':'?'}} | $.rate"
                        + "| must be a number, as only noise_multiplier can be '?'",
                "{'type':'repeated','count':'?','event':{'type':'gaussian','noise_multiplier':'?'}} | $.count"
                        + "| must be a number, got a string",
                "{'type':'tree_aggregation','noise_multiplier':'?','steps':'?'} | $.steps | must be a number, got a string",
                "{'type':'repeated','count':-1,'event':{'type':'gaussian','noise_multiplier':'?'}} | $.count"
                        + "| must be from 0 to 2^53, got -1",
                "{'type':'repeated','count':1,'event':{'type':'gaussian','noise_multiplier':'?','x':1}} | $.event.x"
                        + "| is not a field of gaussian, which has noise_multiplier",
            })
    void read_notATemplate_refusedWithPath(String json, String path, String problem) {
        assertThatThrownBy(() -> EventTemplate.read(json.replace('\'', '"')))
                .isInstanceOf(InvalidEventException.class)
                .hasMessage(path + ": " + problem.replace('\'', '"'));
    }
}

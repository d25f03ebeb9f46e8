package io.abacusdp.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.RepeatAndSelect;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.storage.StrictJson;
import io.abacusdp.testkit.RandomEvents;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventJsonTest {
    private static final String TRAINING =
            "{\"type\":\"repeated\",\"count\":1000,\"event\":{\"type\":\"poisson_sampled\","
                    + "\"rate\":0.01,\"event\":{\"type\":\"gaussian\",\"noise_multiplier\":1.0}}}";

    /** The types and fields that DESIGN.md states, with values of which each reads back as itself. */
    private static final String EVERY_TYPE = """
            {"type":"gaussian","noise_multiplier":1.0}
            {"type":"laplace","noise_multiplier":0.5}
            {"type":"discrete_gaussian","sigma":2.5,"sensitivity":1.5}
            {"type":"scalar_discrete_gaussian","sigma":2.5,"sensitivity":3}
            {"type":"truncated_discrete_gaussian","sigma":2.5,"sensitivity":3,"bound":20}
            {"type":"dominating_pair","losses":[0.0],"masses":[0.75],"infinity_mass":0.25,"counter_infinity_mass":0.25}
            {"type":"random_choice","probabilities":[0.75,0.25],"events":[{"type":"no_op"},{"type":"non_private"}]}
            {"type":"discrete_laplace","parameter":0.1,"sensitivity":3}
            {"type":"skellam","variance":100.0,"l1_sensitivity":7.5,"l2_sensitivity":2.5}
            {"type":"randomized_response","noise_parameter":0.25,"num_buckets":4}
            {"type":"exponential","epsilon":0.5}
            {"type":"permute_and_flip","epsilon":0.5}
            {"type":"sparse_vector","threshold_scale":20.0,"query_scale":40.0,"answers":3}
            {"type":"pure_dp","epsilon":0.5}
            {"type":"approximate_dp","epsilon":0.5,"delta":1.0E-6}
            {"type":"zcdp","xi":0.0,"rho":0.125}
            {"type":"rdp_curve","orders":[1.5,2.0],"values":[0.1,0.2]}
            {"type":"mixture_of_gaussians","standard_deviation":2.0,"sensitivities":[0.0,1.0],"probabilities":[0.75,0.25]}
            {"type":"tree_aggregation","noise_multiplier":3.0,"steps":64}
            {"type":"tree_epochs","noise_multiplier":3.0,"steps":64,"participations":4,"separation":16}
            {"type":"correlated_noise","noise_multiplier":3.0,"coefficients":[1.0,0.5],"steps":64,"participations":4,"separation":16}
            {"type":"non_private"}
            {"type":"no_op"}
            {"type":"poisson_sampled","rate":0.01,"event":{"type":"no_op"}}
            {"type":"sampled_without_replacement","dataset_size":60000,"sample_size":256,"event":{"type":"no_op"}}
            {"type":"sampled_with_replacement","dataset_size":60000,"sample_size":256,"event":{"type":"no_op"}}
            {"type":"truncated_poisson","rate":0.01,"max_batch_size":700,"dataset_size":60000,"event":{"type":"no_op"}}
            {"type":"random_allocation","batches":100,"participations":2,"event":{"type":"no_op"}}
            {"type":"sampled_in_turn","rate":0.01,"event":{"type":"no_op"}}
            {"type":"shuffled_epoch","batches":100,"event":{"type":"no_op"}}
            {"type":"repeated","count":0,"event":{"type":"no_op"}}
            {"type":"composed","events":[{"type":"no_op"},{"type":"non_private"}]}
            {"type":"repeat_and_select","mean":10.0,"shape":1.0,"event":{"type":"no_op"}}
            {"type":"group","size":5,"event":{"type":"no_op"}}
            """;

    @Test
    void design_example_readAndWrittenLiterally() {
        DpEvent training = new Repeated(1000, new PoissonSampled(0.01, new Gaussian(1)));
        assertThat(EventJson.read(TRAINING)).isEqualTo(training);
        assertThat(EventJson.write(training)).isEqualTo(TRAINING);
        assertThat(EventJson.toNode(training)).hasToString(TRAINING);
        assertThat(EventJson.read("{\"type\":\"composed\",\"events\":[]}")).isEqualTo(new Composed(List.of()));
    }

    @Test
    void everyType_asInTheDesign_readAndWrittenLiterally() {
        List<String> lines = EVERY_TYPE.lines().toList();
        assertThat(lines).hasSameSizeAs(RandomEvents.allTypes());
        Set<Class<?>> types = new HashSet<>();
        lines.forEach(line -> types.add(EventJson.read(line).getClass()));
        assertThat(types).isEqualTo(RandomEvents.allTypes());
        assertThat(lines)
                .allSatisfy(line ->
                        assertThat(EventJson.write(EventJson.read(line))).isEqualTo(line));
    }

    @Test
    void write_randomEvents_readBackAsTheSameEvent() {
        RandomEvents events = new RandomEvents(31);
        for (int i = 0; i < 3000; i++) {
            DpEvent event = events.next();
            assertThat(EventJson.read(EventJson.write(event))).isEqualTo(event);
            assertThat(EventJson.read(EventJson.toNode(event))).isEqualTo(event);
        }
    }

    @Test
    void write_anyDouble_readBackExactly() {
        RandomEvents random = new RandomEvents(32);
        for (int i = 0; i < 3000; i++) {
            DpEvent event = new PureDp(random.logUniform(Double.MIN_VALUE, Double.MAX_VALUE));
            assertThat(EventJson.read(EventJson.write(event))).isEqualTo(event);
        }
        for (double edge : new double[] {0, -0.0, Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, 2e-44}) {
            assertThat(EventJson.read(EventJson.write(new PureDp(edge)))).isEqualTo(new PureDp(edge));
        }
    }

    @Test
    void read_poissonShape_isInfinity() {
        String json =
                "{\"type\":\"repeat_and_select\",\"mean\":0.5,\"shape\":\"poisson\",\"event\":{\"type\":\"no_op\"}}";
        DpEvent event = new RepeatAndSelect(0.5, Double.POSITIVE_INFINITY, new NoOp());
        assertThat(EventJson.read(json)).isEqualTo(event);
        assertThat(EventJson.write(event)).isEqualTo(json);
    }

    @Test
    void read_fieldsInAnyOrderAndSpace_sameEvent() {
        assertThat(EventJson.read(" { \"epsilon\" : 5e-1 ,\n \"type\" : \"pure_dp\" } \n"))
                .isEqualTo(new PureDp(0.5));
        assertThat(EventJson.read("{\"type\":\"pure_dp\",\"epsilon\":2}")).isEqualTo(new PureDp(2));
    }

    @ParameterizedTest
    @CsvSource({"1000, 1000", "1000.0, 1000", "1e3, 1000", "9007199254740992, 9007199254740992", "-0.0, 0"})
    void read_integralCount_accepted(String json, long count) {
        assertThat(EventJson.read(repeated(json))).isEqualTo(new Repeated(count, new NoOp()));
    }

    @ParameterizedTest
    @CsvSource({
        "1.5, 'must be an integer, got 1.5'",
        "-1, 'must be from 0 to 2^53, got -1'",
        "9007199254740993, 'must be from 0 to 2^53, got 9007199254740993'",
        "9007199254740993.0, 'must be an integer of at most 2^53, got 9.007199254740992E15'",
        "99999999999999999999, 'must be an integer of at most 2^53, got 1.0E20'",
        "-1e300, 'must be an integer of at most 2^53, got -1.0E300'",
        "1e400, 'must be a finite number, got Infinity'",
        "'\"7\"', 'must be a number, got a string'",
        "null, 'must be a number, got null'",
        "true, 'must be a number, got a boolean'",
        "[1], 'must be a number, got an array'",
        "{}, 'must be a number, got an object'",
    })
    void read_otherCount_refused(String json, String problem) {
        assertRefused(repeated(json), "$.count", problem);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 'must be finite and above 0, got 0.0; use non_private for a release without noise'",
        "-1, 'must be finite and above 0, got -1.0'",
        "1e-400, 'must be finite and above 0, got 0.0; use non_private for a release without noise'",
        "1e400, 'must be a finite number, got Infinity'",
        "-1e1000000000, 'must be a finite number, got -Infinity'",
        "1e99999999999999999999, 'must be a finite number, got Infinity'",
        "'\"1\"', 'must be a number, got the string \"1\"'",
        "'\"?\"', 'must be a number, got the string \"?\"'",
        "'\"Infinity\"', 'must be a number, got the string \"Infinity\"'",
        "null, 'must be a number, got null'",
    })
    void read_badNumber_refused(String json, String problem) {
        assertRefused(gaussian(json), "$.noise_multiplier", problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"NaN", "Infinity", "-Infinity", "+Infinity", "INF", "-INF", "+1", "01", ".5", "1.", "0x10", "1_0"
            })
    void read_numberThatIsNotJson_refusedAtItsField(String json) {
        assertThatThrownBy(() -> EventJson.read(gaussian(json)))
                .isInstanceOfSatisfying(InvalidEventException.class, e -> {
                    assertThat(e.path()).isEqualTo("$.noise_multiplier");
                    assertThat(e.problem()).startsWith("must be valid JSON, got at line 1, column ");
                    assertThat(e.problem()).doesNotContain("enable");
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'composed','events':[{'type':'no_op'},{'type':'no_op'},{'type':'no_op'},{'type':'repeated','count':2,"
                        + "'event':{'type':'poisson_sampled','rate':1.5,'event':{'type':'no_op'}}}]}"
                        + "| $.events[3].event.rate | must be in [0, 1], got 1.5",
                "{'type':'gaussian'} | $.noise_multiplier | is missing",
                "{'noise_multiplier':1} | $.type | is missing",
                "{'type':7} | $.type | must be a string, got a number",
                "{'type':'gaussian','noise_multiplier':1,'sigma':1} | $.sigma"
                        + "| is not a field of gaussian, which has noise_multiplier",
                "{'type':'no_op','x y':1} | $[\"x y\"] | is not a field of no_op, which has none",
                "{'type':'repeated','count':1} | $.event | is missing",
                "{'type':'repeated','count':1,'event':7} | $.event | must be an event, an object with a type, got a number",
                "{'type':'composed','events':{}} | $.events | must be an array, got an object",
                "{'type':'composed','events':[{'type':'no_op'},[]]} | $.events[1]"
                        + "| must be an event, an object with a type, got an array",
                "{'type':'rdp_curve','orders':[2,3],'values':[1,'1']} | $.values[1] | must be a number, got a string",
                "{'type':'rdp_curve','orders':[2,1e999],'values':[1,1]} | $.orders[1] | must be a finite number, got Infinity",
                "{'type':'rdp_curve','orders':[3,2],'values':[1,1]} | $.orders[1]"
                        + "| must be above the order before it, got 2.0",
                "{'type':'rdp_curve','orders':2,'values':[1]} | $.orders | must be an array, got a number",
                "{'type':'repeat_and_select','mean':2,'shape':'x','event':{'type':'no_op'}} | $.shape"
                        + "| must be a number, got the string \"x\"",
                "{'type':'group','size':2,'event':{'type':'group','size':0,'event':{'type':'no_op'}}} | $.event.size"
                        + "| must be from 1 to 2^53, got 0",
                "{'type':'no_op'} {} | $ | must be one JSON value, got more after it",
                "'' | $ | must be an event, an object with a type, got a string",
                "[] | $ | must be an event, an object with a type, got an array",
                "null | $ | must be an event, an object with a type, got null",
            })
    void read_notAnEvent_refusedWithPath(String json, String path, String problem) {
        assertRefused(json.replace('\'', '"'), path, problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'pure_dp','epsilon':1,'epsilon':2} | $.epsilon | Duplicate",
                "{'type':'repeated','count':1,'event':{'type':'no_op','type':'no_op'}} | $.event.type | Duplicate",
                "{'type':'composed','events':[{'type':'no_op'},{'type':'pure_dp','epsilon':NaN}]} | $.events[1].epsilon | NaN",
                "{'type':'no_op'} x | $ | Unrecognized token",
                "{'type':'no_op'} } | $ | Unexpected close marker",
                "{'type':'no_op' | $.type | Unexpected end-of-input",
                "{'type':'no_op',} | $.type | Unexpected character",
                "{type:'no_op'} | $ | Unexpected character",
                "{/* */'type':'no_op'} | $ | Unexpected character",
            })
    void read_notValidJson_refusedWithPathAndPlace(String json, String path, String problem) {
        assertThatThrownBy(() -> EventJson.read(json.replace('\'', '"')))
                .isInstanceOfSatisfying(InvalidEventException.class, e -> {
                    assertThat(e.path()).isEqualTo(path);
                    assertThat(e.problem())
                            .startsWith("must be valid JSON, got at line 1, column ")
                            .contains(problem);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t "})
    void read_nothing_refused(String json) {
        assertRefused(json, "$", "must be JSON, got nothing");
    }

    @Test
    void read_unknownType_refusedWithTheKnownOnes() {
        assertThatThrownBy(
                        () -> EventJson.read("{\"type\":\"repeated\",\"count\":1,\"event\":{\"type\":\"Gaussian\"}}"))
                .isInstanceOf(InvalidEventException.class)
                .hasMessageStartingWith("$.event.type: must be one of gaussian, laplace, ")
                .hasMessageEndingWith(", group, got \"Gaussian\"");
    }

    @Test
    void read_longOrStrangeNames_quotedAndCut() {
        String name = "x".repeat(500);
        assertThatThrownBy(() -> EventJson.read("{\"type\":\"no_op\",\"" + name + "\":1}"))
                .hasMessageStartingWith("$[\"" + "x".repeat(40) + "…\"]: is not a field");
        assertThatThrownBy(() -> EventJson.read("{\"type\":\"a\\n\\\"b\"}")).hasMessageEndingWith("got \"a\\n\\\"b\"");
    }

    @Test
    void read_hundredLevels_acceptedAndOneMoreRefused() {
        DpEvent event = nested(99);
        assertThat(EventJson.read(EventJson.write(event))).isEqualTo(event);
        DpEvent lists = new NoOp();
        for (int i = 0; i < 99; i++) {
            lists = new Composed(List.of(lists));
        }
        assertThat(EventJson.read(EventJson.write(lists))).isEqualTo(lists);

        String deeper = repeated("1").replace("{\"type\":\"no_op\"}", EventJson.write(event));
        String path = "$" + ".event".repeat(100);
        assertRefused(deeper, path, "must not be nested deeper than 100 events");
        assertThatThrownBy(() -> EventJson.write(nested(100)))
                .isInstanceOf(InvalidEventException.class)
                .hasMessage(path + ": must not be nested deeper than 100 events");
        assertThatThrownBy(() -> EventJson.write(new Composed(List.of(new NoOp(), event, nested(99)))))
                .hasMessage("$.events[1]" + ".event".repeat(99) + ": must not be nested deeper than 100 events");
    }

    @Test
    void read_hostileNesting_refusedWithoutStackOverflow() {
        int levels = 100_000;
        for (String level :
                List.of("{\"type\":\"repeated\",\"count\":1,\"event\":", "[", "{\"type\":\"composed\",\"events\":[")) {
            assertThatThrownBy(() -> EventJson.read(level.repeat(levels)))
                    .isInstanceOf(InvalidEventException.class)
                    .hasMessageEndingWith(": must not be nested deeper than 220 levels");
        }
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("type", "no_op");
        for (int i = 0; i < levels; i++) {
            ObjectNode outer = JsonNodeFactory.instance
                    .objectNode()
                    .put("type", "repeated")
                    .put("count", 1);
            outer.set("event", node);
            node = outer;
        }
        JsonNode deep = node;
        assertThatThrownBy(() -> EventJson.read(deep))
                .hasMessageEndingWith("must not be nested deeper than 100 events");
        assertThatThrownBy(() -> EventTemplate.read(deep))
                .hasMessageEndingWith("must not be nested deeper than 100 events");
    }

    @Test
    void read_hostileNumbersAndNames_refused() {
        assertThatThrownBy(() -> EventJson.read(gaussian("1".repeat(1_000_000))))
                .isInstanceOf(InvalidEventException.class)
                .hasMessageStartingWith("$.noise_multiplier: must be valid JSON")
                .hasMessageEndingWith(": Number value length (1000000) exceeds the maximum allowed (1000)");
        assertThatThrownBy(() -> EventJson.read("{\"" + "n".repeat(1_000_000) + "\":1}"))
                .isInstanceOf(InvalidEventException.class);
    }

    @Test
    void read_treeOfAnotherReader_sameRules() {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("type", "gaussian");
        node.put("noise_multiplier", new BigDecimal("0.1"));
        assertThat(EventJson.read(node)).isEqualTo(new Gaussian(0.1));
        node.put("noise_multiplier", 0.5f);
        assertThat(EventJson.read(node)).isEqualTo(new Gaussian(0.5));
        node.put("noise_multiplier", Double.NaN);
        assertThatThrownBy(() -> EventJson.read(node))
                .hasMessage("$.noise_multiplier: must be a finite number, got NaN");
        node.put("noise_multiplier", new BigDecimal("1e1000000000"));
        assertThatThrownBy(() -> EventJson.read(node))
                .hasMessage("$.noise_multiplier: must be a finite number, got Infinity");
        node.put("noise_multiplier", BigInteger.TEN.pow(400));
        assertThatThrownBy(() -> EventJson.read(node))
                .hasMessage("$.noise_multiplier: must be a finite number, got Infinity");
        node.put("noise_multiplier", new byte[] {1});
        assertThatThrownBy(() -> EventJson.read(node)).hasMessage("$.noise_multiplier: must be a number, got a string");
        assertThatThrownBy(() -> EventJson.read(JsonNodeFactory.instance.missingNode()))
                .hasMessage("$: must be an event, an object with a type, got nothing");
    }

    @Test
    void read_partOfADocument_pathsStartThere() {
        JsonNode request = StrictJson.parse("{\"id\":7,\"event\":{\"type\":\"pure_dp\",\"epsilon\":-1}}");
        assertThatThrownBy(() -> EventJson.read(request.get("event"), "$.event"))
                .hasMessage("$.event.epsilon: must be finite and at least 0, got -1.0");
    }

    private static DpEvent nested(int wrappers) {
        DpEvent event = new NoOp();
        for (int i = 0; i < wrappers; i++) {
            event = new Repeated(1, event);
        }
        return event;
    }

    private static String gaussian(String noiseMultiplier) {
        return "{\"type\":\"gaussian\",\"noise_multiplier\":" + noiseMultiplier + "}";
    }

    private static String repeated(String count) {
        return "{\"type\":\"repeated\",\"count\":" + count + ",\"event\":{\"type\":\"no_op\"}}";
    }

    private static void assertRefused(String json, String path, String problem) {
        assertThatThrownBy(() -> EventJson.read(json))
                .isInstanceOfSatisfying(InvalidEventException.class, e -> {
                    assertThat(e.path()).isEqualTo(path);
                    assertThat(e.problem()).isEqualTo(problem);
                })
                .hasMessage(path + ": " + problem);
    }
}

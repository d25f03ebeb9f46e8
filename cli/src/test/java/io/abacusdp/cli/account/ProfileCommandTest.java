package io.abacusdp.cli.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Run;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileCommandTest {
    private static final String RUN = "profile --noise-multiplier 1 --sampling-rate .01 --steps 1000";

    /** Laplace noise of scale 1 at −1: 1 − e^{−1} + e^{−1}·0, as the largest loss is 1; a Gaussian at −0: 2Φ(1/2) − 1. */
    @Test
    void delta_atANegativeEpsilon_isOfTheOtherOrder() {
        String laplace = "{\"type\":\"laplace\",\"noise_multiplier\":1}";
        Run run = Run.withInput(laplace, "delta --events - --epsilon -1 --digits 17");
        assertThat(run.lines()).contains("epsilon -1");
        assertThat(run.figure("delta")).isBetween(-Math.expm1(-1), -Math.expm1(-1) + 1e-15);
        assertThat(run.figure("lower")).isBetween(-Math.expm1(-1) - 1e-15, -Math.expm1(-1));
        JsonNode row = Run.withInput(laplace, "profile --events - --epsilons -1,0 --format json")
                .json()
                .get(0);
        assertThat(row.toString()).contains("-1");
        Run gaussian = Run.of("delta --noise-multiplier 1 --epsilon -0.0 --digits 13");
        assertThat(gaussian.figure("delta")).isCloseTo(.3829249225480, within(1e-12));
    }

    @Test
    void deltas_ofASampledGaussian_giveKnownEpsilons() {
        Run run = Run.of(RUN + " --deltas 1e-5,1e-15,1e-30 --format csv");
        assertThat(run.status()).isZero();
        assertThat(run.lines()).hasSize(4).startsWith("epsilon,delta,lower,order,accountant");
        assertThat(column(run, 0))
                .usingElementComparator(comparator())
                .containsExactly(1.8282366665, 4.8545377506, 9.3418956327);
        assertThat(column(run, 1)).containsExactly(1e-5, 1e-15, 1e-30);
        assertThat(run.lines().get(1)).endsWith(",,exact");
    }

    @Test
    void epsilons_ofLaplace_giveKnownDeltaInEveryFormat() {
        String laplace = "{\"type\":\"laplace\",\"noise_multiplier\":1}";
        JsonNode row = Run.withInput(laplace, "profile --events - --epsilons .5 --format json")
                .json()
                .get(0);
        assertThat(row.get("epsilon").doubleValue()).isEqualTo(.5);
        assertThat(row.get("lower").doubleValue()).isLessThanOrEqualTo(.221199216928596);
        assertThat(row.get("delta").doubleValue())
                .isBetween(.221199216928594, .22121)
                .isGreaterThanOrEqualTo(row.get("lower").doubleValue());
        Run text = Run.withInput(laplace, "profile --events - --epsilons .5 --digits 3");
        assertThat(text.lines().get(1)).startsWith("0.5      0.222  ");
        assertThat(text.err()).contains("the exact accountant cannot account Laplace");
    }

    @Test
    void table_withoutAList_goesDownTo1eMinus9() {
        Run run = Run.of(RUN);
        assertThat(run.lines()).hasSize(10);
        assertThat(run.lines().get(0).split(" +")).containsExactly("epsilon", "delta", "lower", "order", "accountant");
        assertThat(run.lines().get(5).split(" +")).containsExactly("1.82824", "1e-5", "1.82823", "-", "exact");
        assertThat(run.lines().get(9)).contains(" 1e-9 ");
    }

    @Test
    void accountant_byRenyi_hasOrdersAndNoLowerBound() {
        Run run = Run.of("profile --noise-multiplier 4 --steps 50 --orders classic --conversion mironov --deltas 1e-5");
        assertThat(run.lines().get(1).split(" +")).containsExactly("10.0453", "1e-5", "-", "3.7", "rdp");
    }

    @Test
    void plot_toPng_isAnImage(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("profile.PNG");
        Run run = Run.of(RUN + " --epsilons .5,2 --plot " + file);
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.lines()).hasSize(3);
        BufferedImage image = ImageIO.read(file.toFile());
        assertThat(image.getWidth()).isEqualTo(800);
        assertThat(Files.readAllBytes(file)).startsWith(0x89, 'P', 'N', 'G');
    }

    @Test
    void plot_toSvg_isXml(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("profile.svg");
        assertThat(Run.of(RUN + " --format json --plot " + file).status()).isZero();
        DocumentBuilderFactory parsers = DocumentBuilderFactory.newInstance();
        parsers.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        assertThat(parsers.newDocumentBuilder()
                        .parse(file.toFile())
                        .getDocumentElement()
                        .getTagName())
                .isEqualTo("svg");
    }

    @Test
    void plot_inTheTerminal_isBelowTheTable() {
        Run run = Run.of(RUN + " --deltas 1e-5 --plot -");
        assertThat(run.lines()).hasSize(2 + 1 + 16 + 2);
        assertThat(run.lines().get(2)).isEqualTo("delta (logarithmic)");
        assertThat(run.lines().get(18)).startsWith(" 1e-5 \u2502");
        assertThat(run.lines().get(20))
                .startsWith("       0 ")
                .contains(" epsilon ")
                .endsWith(" 1.83");
        assertThat(run.lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void plot_intoNoDirectory_isWrongUsageWithoutOutput() {
        Run run = Run.of(RUN + " --plot no/such/directory/x.png");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("the file no/such/directory/x.png could not be written: there is no such directory")
                .doesNotContain("\tat ");
    }

    private static List<Double> column(Run run, int column) {
        return run.lines().stream()
                .skip(1)
                .map(line -> Double.parseDouble(line.split(",", -1)[column]))
                .toList();
    }

    private static Comparator<Double> comparator() {
        return (a, b) -> Math.abs(a - b) <= 1e-8 * b ? 0 : Double.compare(a, b);
    }
}

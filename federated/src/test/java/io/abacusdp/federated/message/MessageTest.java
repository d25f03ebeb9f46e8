package io.abacusdp.federated.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.federated.protocol.Receipt;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MessageTest {
    private static final LocalTraining LOCAL = new LocalTraining(5, 16, 0.5, 0.9, 0.1, 1.5, 1.1);

    @Test
    void train_bothWays_isTheSame() {
        Task.Train task = new Task.Train(
                "run",
                "{\"model\":\"ü\"}",
                new float[] {1.5f, -0f, Float.MIN_VALUE},
                LOCAL,
                Optional.of(LOCAL.charge(100)),
                Optional.of(new ClientLevel(0.25, new Gaussian(2))),
                Optional.of(new SecureSettings("ab", List.of("a", "b"), 2, 0, 0.5, 1000.25, 1e6, 0.125)),
                "00",
                Receipt.NONE);

        Task.Train again = (Task.Train) Task.decode(task.encode());

        assertThat(again).usingRecursiveComparison().isEqualTo(task);
    }

    @Test
    void train_withoutNoise_hasNoBounds() {
        LocalTraining plain = new LocalTraining(1, 1, 1, 0, 0, Double.POSITIVE_INFINITY, 0);
        Task.Train task = new Task.Train(
                "run",
                "m",
                new float[0],
                plain,
                Optional.of(new NonPrivate()),
                Optional.empty(),
                Optional.empty(),
                "00",
                Receipt.NONE);

        Task.Train again = (Task.Train) Task.decode(task.encode());

        assertThat(again.local()).isEqualTo(plain);
        assertThat(again.clientLevel()).isEmpty();
        assertThat(again.secure()).isEmpty();
    }

    @Test
    void answers_bothWays_areTheSame() {
        Answer.Update update =
                (Answer.Update) Answer.decode(new Answer.Update(new Receipt(2, "0f"), new float[] {1, 2}).encode());
        Answer.Message message =
                (Answer.Message) Answer.decode(new Answer.Message(new Receipt(1, "0f"), new byte[] {1, 2, 3}).encode());

        assertThat(update.charges()).isEqualTo(2);
        assertThat(update.update()).containsExactly(1, 2);
        assertThat(message.message()).containsExactly(1, 2, 3);
        assertThat(Answer.decode(new Answer.Declined(Receipt.NONE, "no").encode()))
                .isEqualTo(new Answer.Declined(Receipt.NONE, "no"));
        assertThatThrownBy(() -> new Answer.Update(Receipt.NONE, new float[0])).hasMessageContaining("charges");
    }

    @Test
    void decode_anythingElse_isRefused() {
        byte[] whole = new Answer.Update(new Receipt(1, "0f"), new float[] {1, 2}).encode();

        assertThatThrownBy(() -> Answer.decode(new byte[3])).hasMessageContaining("at least 4 bytes");
        assertThatThrownBy(() -> Answer.decode(new byte[] {127, 0, 0, 0})).hasMessageContaining("impossible length");
        assertThatThrownBy(() -> Answer.decode(Arrays.copyOf(whole, whole.length - 1)))
                .hasMessageContaining("multiple of 4");
        assertThatThrownBy(() -> Task.decode(whole)).hasMessageContaining("unknown task");
        assertThatThrownBy(() -> Answer.decode(new Task.Exchange(new byte[0]).encode()))
                .hasMessageContaining("charges");
        byte[] other = new String(whole, StandardCharsets.ISO_8859_1)
                .replace("\"version\":1", "\"version\":2")
                .getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> Answer.decode(other)).hasMessageContaining("version 1");
    }

    @Test
    void localTraining_badNumbers_areRefused() {
        assertThatThrownBy(() -> new LocalTraining(0, 1, 1, 0, 0, 1, 1)).hasMessageContaining("steps");
        assertThatThrownBy(() -> new LocalTraining(1, 0, 1, 0, 0, 1, 1)).hasMessageContaining("lot");
        assertThatThrownBy(() -> new LocalTraining(1, 1, Double.NaN, 0, 0, 1, 1))
                .hasMessageContaining("learning rate");
        assertThatThrownBy(() -> new LocalTraining(1, 1, 1, 1, 0, 1, 1)).hasMessageContaining("momentum");
        assertThatThrownBy(() -> new LocalTraining(1, 1, 1, 0, -1, 1, 1)).hasMessageContaining("proximal");
        assertThatThrownBy(() -> new LocalTraining(1, 1, 1, 0, 0, 0, 1)).hasMessageContaining("gradient clip");
        assertThatThrownBy(() -> new LocalTraining(1, 1, 1, 0, 0, 1, Double.NaN))
                .hasMessageContaining("noise");
        assertThatThrownBy(() -> new LocalTraining(1, 1, 1, 0, 0, Double.POSITIVE_INFINITY, 1))
                .hasMessageContaining("finite clipping norm");
        assertThatThrownBy(() -> new ClientLevel(Double.POSITIVE_INFINITY, new Gaussian(1)))
                .hasMessageContaining("finite");
        assertThatThrownBy(() -> new SecureSettings("", List.of(), 1, 0, 2, 1, 1, 0))
                .hasMessageContaining("share");
    }
}

package io.abacusdp.ledger.core;

import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import java.time.Instant;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ModelTest {
    /** The full test has 10,000. */
    private static final int SEQUENCES = Integer.getInteger("model.sequences", 2000);

    /** A ledger in memory. */
    private static final class InMemory implements RandomSequence.Subject {
        private final MemoryState state = new MemoryState();
        private long seq;

        @Override
        public <A> A at(Instant time, Function<Processor, A> request) {
            Processor processor = new Processor(state, seq, time);
            processor.begin("test");
            processor.due().sweep();
            try {
                return request.apply(processor);
            } finally {
                seq += processor.facts().size();
            }
        }

        @Override
        public ScopeState scope(Scope scope) {
            return state.scope(scope).orElseThrow();
        }
    }

    @Test
    void randomSequences_inMemory_answerAsTheReferenceDoes() {
        for (long seed = 0; seed < SEQUENCES; seed++) {
            new RandomSequence(new InMemory(), seed, "", Instant.EPOCH).run(40);
        }
    }
}

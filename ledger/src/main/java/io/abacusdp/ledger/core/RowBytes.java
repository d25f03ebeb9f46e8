package io.abacusdp.ledger.core;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.filter.Limit;
import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.format.EventJson;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.DataRules;
import io.abacusdp.ledger.api.data.ExactSum;
import io.abacusdp.ledger.json.LimitJson;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record as bytes, of which each value has its own: the type's name, then all components in their order, each with its kind
 * and length. A component that is added to a record is covered without a change here; one of a type that has no bytes is an
 * error.
 */
final class RowBytes {
    private static final ClassValue<MethodHandle[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected MethodHandle[] computeValue(Class<?> type) {
            return Arrays.stream(type.getRecordComponents())
                    .map(RowBytes::accessor)
                    .toArray(MethodHandle[]::new);
        }
    };

    private ByteBuffer out = ByteBuffer.allocate(2048);

    private RowBytes() {}

    /** The bytes of a row. */
    static byte[] of(Record row) {
        RowBytes rows = new RowBytes();
        rows.write(row);
        return Arrays.copyOf(rows.out.array(), rows.out.position());
    }

    private void write(@Nullable Object value) {
        if (value == null) {
            room(1).put((byte) '0');
        } else if (value instanceof String text) {
            text(text);
        } else if (value instanceof Long number) {
            number(number);
        } else if (value instanceof Instant time) {
            number(time.toEpochMilli());
        } else if (value instanceof Duration length) {
            number(length.toSeconds());
        } else if (value instanceof Boolean flag) {
            number(flag ? 1 : 0);
        } else if (value instanceof Enum<?> constant) {
            text(constant.name());
        } else if (value instanceof RenyiCost cost) {
            numbers(cost.units());
        } else if (value instanceof ExactSum sum) {
            numbers(sum.words());
        } else if (value instanceof DpEvent event) {
            text(EventJson.write(event));
        } else if (value instanceof Limit limit) {
            text(LimitJson.toNode(limit).toString());
        } else if (value instanceof List<?> list) {
            room(1 + Integer.BYTES).put((byte) 'L').putInt(list.size());
            for (Object item : list) {
                write(item);
            }
        } else if (value instanceof Record row) {
            row(row);
        } else {
            throw new IllegalStateException("no bytes are defined for " + value.getClass());
        }
    }

    private void row(Record row) {
        MethodHandle[] all = COMPONENTS.get(row.getClass());
        // Heads that were signed before there was a pace or a rule for blocks commit to rows without.
        boolean older = (row instanceof Budget budget && budget.pace() == null)
                || (row instanceof DataRules rules && rules.blocks() == null);
        MethodHandle[] components = older ? Arrays.copyOf(all, all.length - 1) : all;
        room(1).put((byte) 'R');
        text(row.getClass().getSimpleName());
        room(Integer.BYTES).putInt(components.length);
        for (MethodHandle component : components) {
            write(value(component, row));
        }
    }

    private static @Nullable Object value(MethodHandle component, Record row) {
        try {
            return (Object) component.invokeExact((Object) row);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a component cannot be read", e);
        }
    }

    private void text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        room(1 + Integer.BYTES + utf8.length)
                .put((byte) 'T')
                .putInt(utf8.length)
                .put(utf8);
    }

    private void number(long number) {
        room(1 + Long.BYTES).put((byte) 'N').putLong(number);
    }

    private void numbers(long[] numbers) {
        ByteBuffer place = room(1 + Integer.BYTES + Long.BYTES * numbers.length);
        place.put((byte) 'V').putInt(numbers.length);
        for (long number : numbers) {
            place.putLong(number);
        }
    }

    /** The buffer, with room for so many bytes more. */
    private ByteBuffer room(int bytes) {
        if (out.remaining() < bytes) {
            out = ByteBuffer.allocate(2 * (out.position() + bytes)).put(out.flip());
        }
        return out;
    }

    private static MethodHandle accessor(RecordComponent component) {
        try {
            return MethodHandles.publicLookup()
                    .unreflect(component.getAccessor())
                    .asType(MethodType.methodType(Object.class, Object.class));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("rows must be public records", e);
        }
    }
}

package io.abacusdp.cli.imports;

import io.abacusdp.storage.JsonPaths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The little of Python in which objects print themselves: calls with values by place or by name, lists, tuples, numbers, strings
 * and None. Nothing is run. Values are {@link Call}, {@link List}, {@link Double}, {@link Long}, {@link String} or {@link #NONE}.
 */
final class PythonText {
    /** Python's None. */
    static final Object NONE = new Object();

    /** Each event is at most two levels: itself and a list. */
    private static final int DEEPEST = 200;

    private static final Pattern SPACE = Pattern.compile("(?:\\s|\\\\\\r?\\n)+");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(?:\\.[A-Za-z_][A-Za-z0-9_]*)*");
    private static final Pattern NUMBER = Pattern.compile("[-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?");
    private static final Pattern STRING = Pattern.compile("'([^'\\\\\\n]*)'|\"([^\"\\\\\\n]*)\"");

    private final String text;
    private int at;

    private PythonText(String text) {
        this.text = text;
    }

    /**
     * A call.
     *
     * @param name without the modules before it
     * @param places values by place
     * @param names values by name
     */
    record Call(String name, List<Object> places, Map<String, Object> names) {}

    /**
     * The one value that the text is.
     *
     * @throws IllegalArgumentException if it is anything else
     */
    static Object parse(String text) {
        PythonText reader = new PythonText(text);
        Object value = reader.value(1);
        reader.skip();
        if (reader.at < text.length()) {
            throw reader.wrong("must end here");
        }
        return value;
    }

    private Object value(int depth) {
        if (depth > DEEPEST) {
            throw wrong("must not be nested deeper than %d levels".formatted(DEEPEST));
        }
        if (next("[")) {
            return list("]", depth);
        }
        if (next("(")) {
            return list(")", depth);
        }
        String number = take(NUMBER);
        if (!number.isEmpty()) {
            return number(number);
        }
        Matcher string = at(STRING);
        if (string.lookingAt()) {
            at = string.end();
            return string.group(1) == null ? string.group(2) : string.group(1);
        }
        String name = take(NAME);
        if (name.isEmpty()) {
            throw wrong("must be a value");
        }
        if (!next("(")) {
            return word(name);
        }
        return call(name, depth);
    }

    private Object word(String name) {
        return switch (name) {
            case "None" -> NONE;
            case "inf", "math.inf", "np.inf" -> Double.POSITIVE_INFINITY;
            default -> throw wrong("must be a value, got the name " + JsonPaths.quoted(name));
        };
    }

    private Object call(String name, int depth) {
        List<Object> places = new ArrayList<>();
        Map<String, Object> names = new LinkedHashMap<>();
        while (!next(")")) {
            if (!places.isEmpty() || !names.isEmpty()) {
                require(",");
                if (next(")")) {
                    break;
                }
            }
            int before = at;
            String field = take(NAME);
            if (!field.isEmpty() && next("=")) {
                if (names.put(field, value(depth + 1)) != null) {
                    throw wrong("must have the field %s once".formatted(field));
                }
            } else {
                at = before;
                if (!names.isEmpty()) {
                    throw wrong("must have no value by place after one by name");
                }
                places.add(value(depth + 1));
            }
        }
        // Scalars of numpy print their type.
        if (name.matches("(np|numpy)\\.(float|int)[0-9]+") && names.isEmpty() && places.size() == 1) {
            return places.get(0);
        }
        return new Call(name.substring(name.lastIndexOf('.') + 1), places, names);
    }

    private List<Object> list(String end, int depth) {
        List<Object> list = new ArrayList<>();
        while (!next(end)) {
            if (!list.isEmpty()) {
                require(",");
                if (next(end)) {
                    break;
                }
            }
            list.add(value(depth + 1));
        }
        return list;
    }

    private Object number(String number) {
        if (number.matches("[-+]?[0-9]{1,18}")) {
            return Long.valueOf(number);
        }
        double value = Double.parseDouble(number);
        if (!Double.isFinite(value)) {
            throw wrong("must be a finite number, got " + JsonPaths.quoted(number));
        }
        return value;
    }

    private boolean next(String sign) {
        skip();
        boolean is = text.startsWith(sign, at);
        at += is ? sign.length() : 0;
        return is;
    }

    private void require(String sign) {
        if (!next(sign)) {
            throw wrong("must have a %s here".formatted(sign));
        }
    }

    private String take(Pattern pattern) {
        skip();
        Matcher matcher = at(pattern);
        if (!matcher.lookingAt()) {
            return "";
        }
        at = matcher.end();
        return matcher.group();
    }

    private void skip() {
        Matcher space = at(SPACE);
        at = space.lookingAt() ? space.end() : at;
    }

    private Matcher at(Pattern pattern) {
        return pattern.matcher(text).region(at, text.length());
    }

    private IllegalArgumentException wrong(String problem) {
        String rest = text.substring(Math.min(at, text.length()), Math.min(text.length(), at + 20));
        return new IllegalArgumentException("the text %s, at character %d, before %s"
                .formatted(problem, at + 1, rest.isEmpty() ? "its end" : JsonPaths.quoted(rest)));
    }
}

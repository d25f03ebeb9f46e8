package io.abacusdp.training.trainer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What may become of a file. */
enum Damage {
    DELETED {
        @Override
        void to(Path file, Path older, Path others, Path another) throws IOException {
            Files.delete(file);
        }
    },
    EMPTIED {
        @Override
        byte[] of(byte[] bytes) {
            return new byte[0];
        }
    },
    LAST_BYTE_CUT_OFF {
        @Override
        byte[] of(byte[] bytes) {
            return Arrays.copyOf(bytes, Math.max(0, bytes.length - 1));
        }
    },
    HALF_CUT_OFF {
        @Override
        byte[] of(byte[] bytes) {
            return Arrays.copyOf(bytes, bytes.length / 2);
        }
    },
    LAST_LINE_CUT_OFF {
        @Override
        List<String> of(List<String> lines) {
            return lines.subList(0, Math.max(0, lines.size() - 1));
        }
    },
    LAST_THREE_LINES_CUT_OFF {
        @Override
        List<String> of(List<String> lines) {
            return lines.subList(0, Math.max(0, lines.size() - 3));
        }
    },
    FIRST_LINE_CUT_OFF {
        @Override
        List<String> of(List<String> lines) {
            return lines.subList(Math.min(1, lines.size()), lines.size());
        }
    },
    FIRST_BIT_FLIPPED {
        @Override
        byte[] of(byte[] bytes) {
            return flipped(bytes, 0);
        }
    },
    MIDDLE_BIT_FLIPPED {
        @Override
        byte[] of(byte[] bytes) {
            return flipped(bytes, bytes.length / 2);
        }
    },
    LAST_BIT_FLIPPED {
        @Override
        byte[] of(byte[] bytes) {
            return flipped(bytes, bytes.length - 1);
        }
    },
    ZEROED {
        @Override
        byte[] of(byte[] bytes) {
            return new byte[bytes.length];
        }
    },
    LAST_LINE_TWICE {
        @Override
        List<String> of(List<String> lines) {
            List<String> more = new ArrayList<>(lines);
            more.addAll(lines.subList(Math.max(0, lines.size() - 1), lines.size()));
            return more;
        }
    },
    ALL_TWICE {
        @Override
        byte[] of(byte[] bytes) {
            byte[] twice = Arrays.copyOf(bytes, 2 * bytes.length);
            System.arraycopy(bytes, 0, twice, bytes.length, bytes.length);
            return twice;
        }
    },
    HALF_A_LINE_ADDED {
        @Override
        byte[] of(byte[] bytes) {
            return added(bytes, "0123456789abcdef");
        }
    },
    GARBAGE_ADDED {
        @Override
        byte[] of(byte[] bytes) {
            return added(bytes, "\u0000garbage\n\n");
        }
    },
    OF_AN_EARLIER_TIME {
        @Override
        void to(Path file, Path older, Path others, Path another) throws IOException {
            replace(file, older);
        }
    },
    OF_ANOTHER_RUN {
        @Override
        void to(Path file, Path older, Path others, Path another) throws IOException {
            replace(file, others);
        }
    },
    ANOTHER_FILE {
        @Override
        void to(Path file, Path older, Path others, Path another) throws IOException {
            replace(file, another);
        }
    },
    A_DIRECTORY {
        @Override
        void to(Path file, Path older, Path others, Path another) throws IOException {
            Files.delete(file);
            Files.createDirectory(file);
        }
    },
    A_LINK {
        @Override
        void to(Path file, Path older, Path others, Path another) throws IOException {
            Files.delete(file);
            Files.createSymbolicLink(file, older);
        }
    };

    /**
     * Does it to a file.
     *
     * @param older the file at an earlier time of the run, if it was there
     * @param others that of another run
     * @param another file of the same run
     */
    void to(Path file, Path older, Path others, Path another) throws IOException {
        Files.write(file, of(Files.readAllBytes(file)));
    }

    byte[] of(byte[] bytes) {
        // A byte is a character, whatever it is.
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        StringBuilder changed = new StringBuilder();
        of(text.lines().toList()).forEach(line -> changed.append(line).append('\n'));
        return changed.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    List<String> of(List<String> lines) {
        return lines;
    }

    private static void replace(Path file, Path by) throws IOException {
        Files.delete(file);
        if (Files.exists(by)) {
            Files.copy(by, file);
        }
    }

    private static byte[] flipped(byte[] bytes, int at) {
        byte[] changed = bytes.clone();
        if (at >= 0 && at < changed.length) {
            changed[at] ^= 1;
        }
        return changed;
    }

    private static byte[] added(byte[] bytes, String text) {
        byte[] more = text.getBytes(StandardCharsets.ISO_8859_1);
        byte[] changed = Arrays.copyOf(bytes, bytes.length + more.length);
        System.arraycopy(more, 0, changed, bytes.length, more.length);
        return changed;
    }
}

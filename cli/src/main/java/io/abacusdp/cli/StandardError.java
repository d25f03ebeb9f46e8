package io.abacusdp.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Standard error without the JVM's own warnings.
 *
 * <p>The JVM writes that it uses an incubator module before any class of ours runs. The launcher therefore starts it with
 * that output closed, and hands the real one over under another number. Opening it anew by a path would not do: if it is a
 * file, two positions in it would overwrite each other.
 */
final class StandardError {
    /** The number under which the launcher hands standard error over, if it does. */
    private static final String NUMBER = "abacus.standard.error";

    private StandardError() {}

    static void takeFromLauncher() {
        @Nullable Integer number = Integer.getInteger(NUMBER);
        if (number != null) {
            System.setErr(new PrintStream(new FileOutputStream(numbered(number)), true, StandardCharsets.UTF_8));
        }
    }

    /** An open file by its number, for which Java has no public way. */
    private static FileDescriptor numbered(int number) {
        FileDescriptor descriptor = new FileDescriptor();
        try {
            Field field = FileDescriptor.class.getDeclaredField("fd");
            field.setAccessible(true);
            field.setInt(descriptor, number);
            return descriptor;
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Standard error is closed, so that only this way is left to say it.
            System.out.println("abacus: this Java hides open files: " + e.getMessage());
            throw new IllegalStateException("standard error cannot be reached", e);
        }
    }
}

package io.abacusdp.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What ARCHITECTURE.md says, as data. */
final class ArchitectureMap {
    /** Modules that are no part of what is shipped. */
    static final Set<String> NOT_SHIPPED = Set.of("bench", "testkit");

    private static final Path FILE = Path.of("..", "ARCHITECTURE.md");
    private static final String ROOT = "io.abacusdp.";
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern EDGE = Pattern.compile("\\s*(\\w+) --> (\\w+)");
    private static final Pattern FILES = Pattern.compile("(?m)^Files: (.+(?:\\n.+)*)");

    /** Libraries by the names that the table has for them. */
    private static final Map<String, List<String>> LIBRARIES = Map.ofEntries(
            Map.entry("Jackson", List.of("com.fasterxml.jackson")),
            Map.entry("Vector API", List.of("jdk.incubator.vector")),
            Map.entry("Shamir", List.of("com.codahale.shamir")),
            Map.entry("gRPC", List.of("io.grpc", "com.google")),
            Map.entry("Bouncy Castle", List.of("org.bouncycastle")),
            Map.entry("JCS", List.of("org.erdtman.jcs")),
            Map.entry("Jdbi", List.of("org.jdbi")),
            Map.entry("Hikari", List.of("com.zaxxer.hikari")),
            Map.entry("Flyway", List.of("org.flywaydb")),
            Map.entry("JDBC drivers", List.of("org.sqlite", "org.postgresql")),
            Map.entry("Javalin", List.of("io.javalin", "org.eclipse.jetty", "jakarta.servlet", "kotlin")),
            Map.entry("Micrometer", List.of("io.micrometer")),
            Map.entry("Nimbus", List.of("com.nimbusds")),
            Map.entry("SLF4J", List.of("org.slf4j")),
            Map.entry("picocli", List.of("picocli")),
            Map.entry("progressbar", List.of("me.tongfei")),
            Map.entry("XChart", List.of("org.knowm")));

    private final String text;
    private final Map<String, Set<String>> mayUse = new LinkedHashMap<>();

    private ArchitectureMap(String text) {
        this.text = text;
        String module = "";
        for (String line : text.lines().filter(row -> row.startsWith("| ")).toList()) {
            List<String> cells =
                    Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
            if (cells.size() != 6 || cells.get(2).equals("package")) {
                continue;
            }
            module = cells.get(1).isEmpty() ? module : code(cells.get(1)).get(0);
            if (NOT_SHIPPED.contains(module)) {
                continue;
            }
            for (String name : code(cells.get(2))) {
                String room = name.startsWith(".") ? ROOT + module + name : name;
                mayUse.put(room, new LinkedHashSet<>());
                for (String used : cells.get(4).split(",", -1)) {
                    if (!used.isBlank()) {
                        mayUse.get(room).add(used.strip());
                    }
                }
            }
        }
    }

    static ArchitectureMap read() throws IOException {
        return new ArchitectureMap(Files.readString(FILE));
    }

    /** All packages of the table. */
    Set<String> rooms() {
        return mayUse.keySet();
    }

    /** Names of what a package may use, as the table has them. */
    Set<String> mayUse(String room) {
        return mayUse.getOrDefault(room, Set.of());
    }

    /** Whether a name in the row of a package means another package. */
    boolean means(String room, String name, String used) {
        if (LIBRARIES.containsKey(name)) {
            return LIBRARIES.get(name).stream().anyMatch(prefix -> isIn(used, prefix));
        }
        String own = ROOT + moduleOf(room);
        if (name.equals("root")) {
            return used.equals(own);
        }
        if (name.startsWith(".")) {
            return used.equals(own + name);
        }
        return isIn(used, ROOT + name);
    }

    /** Arrows of the picture, from a module to what it uses. */
    Set<String> arrows() {
        Set<String> arrows = new LinkedHashSet<>();
        int start = text.indexOf("```mermaid");
        int end = text.indexOf("```", start + 3);
        for (String line : text.substring(start, end).lines().toList()) {
            Matcher edge = EDGE.matcher(line);
            if (edge.matches()) {
                arrows.add(edge.group(1) + " --> " + edge.group(2));
            }
        }
        return arrows;
    }

    /** Names of the classes that a walk passes, by the walk's heading. */
    Map<String, List<String>> walks() {
        Map<String, List<String>> walks = new LinkedHashMap<>();
        for (String section : text.split("(?m)^## ", -1)) {
            Matcher files = FILES.matcher(section);
            if (files.find()) {
                walks.put(section.lines().findFirst().orElseThrow(), code(files.group(1)));
            }
        }
        return walks;
    }

    static String moduleOf(String room) {
        return room.substring(ROOT.length()).split("\\.", -1)[0];
    }

    private static boolean isIn(String room, String prefix) {
        return room.equals(prefix) || room.startsWith(prefix + ".");
    }

    private static List<String> code(String cell) {
        List<String> found = new ArrayList<>();
        Matcher matcher = CODE.matcher(cell);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}

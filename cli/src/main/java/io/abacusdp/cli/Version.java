package io.abacusdp.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What --version prints; the build fills the number in. */
final class Version implements IVersionProvider {
    private static final String RESOURCE = "version.properties";

    @Override
    public String[] getVersion() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Objects.requireNonNull(Version.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            properties.load(in);
        }
        return new String[] {
            "abacus %s (Java %s)".formatted(properties.getProperty("version"), System.getProperty("java.version"))
        };
    }
}

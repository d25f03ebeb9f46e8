package io.abacusdp.cli.check;

import io.abacusdp.storage.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The files that a certificate is of, by their hashes, and those at hand. */
final class CertifiedFiles {
    private final Findings findings;
    private final String name;
    private final Map<String, String> hashes;

    /** What is done with a release that has the same files. */
    interface ReleaseFolder {
        /**
         * Compares the rest of what certificate and folder say.
         *
         * @param subject of findings about both
         */
        void compare(Path folder, String subject) throws UnreadableException;
    }

    /**
     * The files of a certificate.
     *
     * @param name of the certificate
     * @param hashes SHA-256 of every file by its name
     */
    CertifiedFiles(Findings findings, String name, Map<String, String> hashes) {
        this.findings = findings;
        this.name = name;
        this.hashes = hashes;
    }

    /** The hashes of all files of a release. */
    static Map<String, String> hashes(Path release) throws UnreadableException {
        Map<String, String> hashes = new TreeMap<>();
        for (String file : ReleaseCheck.plainFiles(new Findings(), release)) {
            hashes.put(file, hash(release.resolve(file)));
        }
        return hashes;
    }

    /**
     * Compares them with releases, models and reports.
     *
     * @param of where there are none, files beside the certificate that have the names of its own
     */
    void check(Path certificate, List<Path> of, ReleaseFolder release) throws UnreadableException {
        List<Path> given = of.isEmpty() ? beside(certificate) : of;
        if (given.isEmpty()) {
            findings.unknown(name, "whether a model at hand is the one that it is of: give it with --of");
        }
        for (Path path : given) {
            if (Files.isDirectory(path)) {
                folder(path, release);
            } else {
                file(path);
            }
        }
    }

    private List<Path> beside(Path certificate) {
        return hashes.keySet().stream()
                .filter(each -> each.matches("[\\w.-]+"))
                .map(certificate::resolveSibling)
                .filter(Files::isRegularFile)
                .toList();
    }

    private void file(Path path) throws UnreadableException {
        BoundedFile.requireRegular(path, BoundedFile.MAX_SIZE);
        String hash = hash(path);
        findings.require(
                hashes.containsValue(hash),
                name + ", " + BoundedFile.name(path),
                "it is of this file",
                "it is not of this file: no file that it is of has the hash " + hash);
    }

    /** Every file is there and as it was, and none more. */
    private void folder(Path folder, ReleaseFolder release) throws UnreadableException {
        Set<String> found = ReleaseCheck.plainFiles(findings, folder);
        boolean isSame = found.equals(hashes.keySet());
        for (Map.Entry<String, String> sum : hashes.entrySet()) {
            isSame &= found.contains(sum.getKey())
                    && hash(folder.resolve(sum.getKey())).equals(sum.getValue());
        }
        String subject = name + ", " + BoundedFile.name(folder);
        findings.require(
                isSame,
                subject,
                "it is of this release, and of each of its %d files".formatted(found.size()),
                "it is not of this release: a file is another, is missing, or is more than it is of");
        release.compare(folder, subject);
    }

    private static String hash(Path file) throws UnreadableException {
        try {
            return Sha256.ofFile(file);
        } catch (IOException e) {
            throw new UnreadableException("cannot be read", e);
        }
    }
}

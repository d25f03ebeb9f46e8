package io.abacusdp.format;

/** JSON that is not an event, or an event that has no JSON: where in the JSON, and why. */
public final class InvalidEventException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String path;
    private final String problem;

    InvalidEventException(String path, String problem) {
        super(path + ": " + problem);
        this.path = path;
        this.problem = problem;
    }

    InvalidEventException(String path, String problem, Throwable cause) {
        super(path + ": " + problem, cause);
        this.path = path;
        this.problem = problem;
    }

    /** JSON path of the offending field, such as {@code $.events[3].event.rate}. */
    public String path() {
        return path;
    }

    /** What is wrong, without the path. */
    public String problem() {
        return problem;
    }
}

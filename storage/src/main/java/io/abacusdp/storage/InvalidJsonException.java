package io.abacusdp.storage;

/** Text that is not JSON, or JSON that is not what it has to be: where in it, and why. */
public class InvalidJsonException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String path;
    private final String problem;

    public InvalidJsonException(String path, String problem) {
        super(path + ": " + problem);
        this.path = path;
        this.problem = problem;
    }

    public InvalidJsonException(String path, String problem, Throwable cause) {
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

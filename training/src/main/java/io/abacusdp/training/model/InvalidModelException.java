package io.abacusdp.training.model;

/**
 * A model that cannot be, or JSON that is not a model: where, and why.
 *
 * <p>Example: {@code try { ModelJson.read(text); } catch (InvalidModelException e) { show(e.getMessage()); }}
 */
public final class InvalidModelException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String path;

    InvalidModelException(String path, String problem) {
        super(path + ": " + problem);
        this.path = path;
    }

    InvalidModelException(String path, String problem, Throwable cause) {
        super(path + ": " + problem, cause);
        this.path = path;
    }

    /** JSON path of the offence, such as {@code $.layers[3].kernel}, also if the model was built in code. */
    public String path() {
        return path;
    }
}

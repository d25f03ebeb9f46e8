package io.abacusdp.accounting.event;

/** A field of an event is out of range; the field is named as in JSON, so that a reader can give the path to it. */
public final class InvalidFieldException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final String problem;

    InvalidFieldException(String field, String problem) {
        super(field + " " + problem);
        this.field = field;
        this.problem = problem;
    }

    /** Name of the field in snake_case, with the index if it is one of a list. */
    public String field() {
        return field;
    }

    /** What is wrong, without the name of the field. */
    public String problem() {
        return problem;
    }
}

package io.abacusdp.training.data;

import java.util.ArrayList;
import java.util.List;

/**
 * Votes of teachers: a row for each question, a column for each class, and in it the number of teachers that voted for the class. Private, but
 * for the numbers of questions, of classes and of teachers.
 *
 * @param votes of each question; not to be changed
 */
public record VoteTable(List<String> classes, List<long[]> votes, long teachers) {
    /** Most teachers: noise is added to votes on a grid that has room for so many. */
    public static final long MOST_TEACHERS = 1L << 20;

    public VoteTable {
        classes = List.copyOf(classes);
        votes = List.copyOf(votes);
    }

    /**
     * The votes of a table.
     *
     * @throws InvalidDataException if it is not one of whole numbers, or questions differ in the number of votes: one teacher could then change more
     *     than two of them
     */
    public static VoteTable of(CsvTable table) throws InvalidDataException {
        if (table.columns().size() < 2 || table.size() == 0) {
            throw new InvalidDataException(table.name() + " must have at least two classes and a question");
        }
        List<long[]> votes = new ArrayList<>();
        long teachers = -1;
        for (int row = 0; row < table.size(); row++) {
            long[] question = new long[table.columns().size()];
            long sum = 0;
            for (int column = 0; column < question.length; column++) {
                String text = table.value(row, column).strip();
                if (!text.matches("[0-9]{1,10}")) {
                    throw new InvalidDataException(
                            "%s: row %d, column %d must be a number of votes"
                                    .formatted(table.name(), row + 1, column + 1),
                            text);
                }
                question[column] = Long.parseLong(text);
                sum += question[column];
            }
            if (sum < 1 || sum > MOST_TEACHERS || (teachers >= 0 && sum != teachers)) {
                throw new InvalidDataException(
                        "%s: every question must have as many votes as there are teachers, and row %d has others than row 1"
                                .formatted(table.name(), row + 1));
            }
            teachers = sum;
            votes.add(question);
        }
        return new VoteTable(table.columns(), votes, teachers);
    }
}

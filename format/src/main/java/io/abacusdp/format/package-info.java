/** JSON of events: strict in what is read, and what was written reads back as the same event. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.format;

/** What a run was, for people: one content, as text, as one page of HTML, and as JSON. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.report;

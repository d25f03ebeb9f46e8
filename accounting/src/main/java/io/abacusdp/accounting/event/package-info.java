/** Events: what was run on the data, and how the parts of it compose. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.accounting.event;

package io.abacusdp.cli.account;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;

/**
 * One case for which a statement gives epsilon.
 *
 * @param id in JSON
 * @param condition under which it holds, as the end of a sentence that starts with 'if'
 * @param event what was run in that case
 * @param adjacency under which it is accounted
 */
record StatementRow(String id, String condition, DpEvent event, Adjacency adjacency) {}

package io.abacusdp.accounting.filter;

import io.abacusdp.accounting.event.DpEvent;

/** Asked before every release. What it grants is spent, whether or not the release then happens. */
public interface PrivacyFilter {
    /** Spends the event and grants it, or refuses it and spends nothing. */
    Decision request(DpEvent event);
}

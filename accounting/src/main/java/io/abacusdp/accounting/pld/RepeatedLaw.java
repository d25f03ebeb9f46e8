package io.abacusdp.accounting.pld;

/** A law and how often it is composed with itself. */
record RepeatedLaw(PrivacyLossDistribution law, long count) {}

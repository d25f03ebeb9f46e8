-- Who may ask, and changes that wait for a second administrator. None of it is part of the journal.
CREATE TABLE ledger_api_key (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL,
    permissions TEXT NOT NULL,
    at BIGINT NOT NULL
);

CREATE TABLE ledger_proposal (
    id TEXT PRIMARY KEY,
    change TEXT NOT NULL,
    proposed_by TEXT NOT NULL,
    at BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    approved_by TEXT
);

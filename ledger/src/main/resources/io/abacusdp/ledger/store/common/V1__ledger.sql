-- The journal is the truth; every other table is what its facts add up to, and is written in the same transaction.
CREATE TABLE ledger_journal (
    seq ${seq} PRIMARY KEY,
    entry TEXT NOT NULL,
    hash TEXT NOT NULL
);

-- One row, which every writer locks before it reads anything.
CREATE TABLE ledger_head (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    ledger TEXT NOT NULL,
    seq BIGINT NOT NULL,
    hash TEXT NOT NULL,
    at BIGINT NOT NULL,
    key_id TEXT NOT NULL,
    signature TEXT NOT NULL
);

INSERT INTO ledger_head (one, ledger, seq, hash, at, key_id, signature)
VALUES (1, '', 0, '0000000000000000000000000000000000000000000000000000000000000000', 0, '', '');

CREATE TABLE ledger_scope (
    scope TEXT PRIMARY KEY,
    unit TEXT NOT NULL,
    adjacency TEXT NOT NULL,
    parent TEXT,
    budget TEXT,
    lifetime ${bytes} NOT NULL,
    in_window ${bytes} NOT NULL,
    reserved ${bytes} NOT NULL,
    window_number BIGINT NOT NULL,
    window_since BIGINT NOT NULL,
    charges BIGINT NOT NULL,
    last_price TEXT,
    touched BIGINT NOT NULL
);

CREATE INDEX ledger_scope_parent ON ledger_scope (parent);

CREATE TABLE ledger_price (
    id TEXT PRIMARY KEY,
    price TEXT NOT NULL
);

CREATE TABLE ledger_term (
    id TEXT PRIMARY KEY,
    event TEXT NOT NULL
);

CREATE TABLE ledger_scope_term (
    scope TEXT NOT NULL,
    term TEXT NOT NULL,
    times BIGINT NOT NULL,
    PRIMARY KEY (scope, term)
);

CREATE TABLE ledger_reservation (
    seq ${seq} PRIMARY KEY,
    idempotency_key TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL,
    account TEXT NOT NULL,
    scopes TEXT NOT NULL,
    price TEXT NOT NULL,
    at BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    status TEXT NOT NULL,
    committed TEXT
);

CREATE INDEX ledger_reservation_account ON ledger_reservation (account, seq);

CREATE INDEX ledger_reservation_open ON ledger_reservation (expires, seq) WHERE status IN ('RESERVED', 'STARTED');

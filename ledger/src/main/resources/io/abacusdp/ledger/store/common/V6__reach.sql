-- Which data belong to an account, and to which accounts data belong.
ALTER TABLE ledger_scope ADD COLUMN rules TEXT NOT NULL DEFAULT '';

-- 128 random bits of a reservation's id; none in reservations of versions before.
ALTER TABLE ledger_reservation ADD COLUMN token TEXT NOT NULL DEFAULT '';

-- Who holds a key, a person or a service, and the root of the subtree of accounts that it reaches.
CREATE TABLE ledger_person (
    name TEXT PRIMARY KEY,
    at BIGINT NOT NULL
);

-- Subjects of identity providers, of which hashes are kept.
CREATE TABLE ledger_subject (
    subject TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    account TEXT,
    at BIGINT NOT NULL
);

ALTER TABLE ledger_api_key ADD COLUMN holder TEXT NOT NULL DEFAULT '';

ALTER TABLE ledger_api_key ADD COLUMN is_person BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE ledger_api_key ADD COLUMN account TEXT;

UPDATE ledger_api_key SET holder = name;

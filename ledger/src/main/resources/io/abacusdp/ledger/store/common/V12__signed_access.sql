-- Who may ask, and changes that wait for a second person, are a part of the state that every head commits to. What stood in
-- tables of their own was signed by nobody.
DROP TABLE ledger_api_key;

DROP TABLE ledger_person;

DROP TABLE ledger_subject;

DROP TABLE ledger_proposal;

-- The detail is the text of a proposed change, of which the row holds the hash.
CREATE TABLE ledger_access (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    content TEXT NOT NULL,
    detail TEXT,
    PRIMARY KEY (kind, id)
);

-- The sum of the rows of ledger_access; written only when they change.
ALTER TABLE ledger_head ADD COLUMN access ${bytes} NOT NULL DEFAULT '';

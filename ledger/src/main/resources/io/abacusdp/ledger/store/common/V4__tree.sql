-- The journal is the leaves of a Merkle tree, and its head a signed note. What was begun before has a chain of hashes; it is kept
-- as it was, and refused.
ALTER TABLE ledger_head RENAME TO ledger_head_of_chain;

-- Hashes of the complete nodes above leaves that end with this entry, from level 1 upwards.
ALTER TABLE ledger_journal ADD COLUMN nodes ${bytes};

-- One row, which every writer locks before it reads anything.
CREATE TABLE ledger_head (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    note TEXT NOT NULL,
    state ${bytes} NOT NULL
);

INSERT INTO ledger_head (one, note, state) VALUES (1, '', '');

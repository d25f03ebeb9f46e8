-- The last entry that made a reservation what it is, and how many reservations are closed.
ALTER TABLE ledger_reservation ADD COLUMN changed BIGINT NOT NULL DEFAULT 0;

ALTER TABLE ledger_head ADD COLUMN closed BIGINT NOT NULL DEFAULT 0;

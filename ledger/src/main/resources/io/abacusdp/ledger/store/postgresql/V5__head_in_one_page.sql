-- The row is written by every transaction: its 2 KB stay in the row.
ALTER TABLE ledger_head ALTER COLUMN state SET STORAGE PLAIN;

CREATE TRIGGER ledger_journal_no_update BEFORE UPDATE ON ledger_journal
BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only');
END;

CREATE TRIGGER ledger_journal_no_delete BEFORE DELETE ON ledger_journal
BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only');
END;

-- INSERT OR REPLACE deletes without a DELETE trigger.
CREATE TRIGGER ledger_journal_no_replace BEFORE INSERT ON ledger_journal
WHEN EXISTS (SELECT 1 FROM ledger_journal WHERE seq = NEW.seq)
BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only');
END;

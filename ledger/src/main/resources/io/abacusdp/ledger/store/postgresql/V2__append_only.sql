CREATE FUNCTION ledger_journal_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the journal is append-only';
END;
$$;

CREATE TRIGGER ledger_journal_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_journal
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_journal_append_only();

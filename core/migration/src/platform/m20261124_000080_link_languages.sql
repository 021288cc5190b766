-- Language in which a link to an account was requested.
ALTER TABLE account_link ADD COLUMN language TEXT;

-- Keeps the encrypted token of an account link, so that every delivery attempt sends the same e-mail.
ALTER TABLE account_link ADD COLUMN sealed_token TEXT;
ALTER TABLE account_link ADD COLUMN mail_id TEXT;
ALTER TABLE account_link ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;

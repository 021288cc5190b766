ALTER TABLE account_link ADD COLUMN language TEXT;

-- Schema version of site files, so that outdated ones are found without opening them.
ALTER TABLE website ADD COLUMN file_version INTEGER NOT NULL DEFAULT 0;

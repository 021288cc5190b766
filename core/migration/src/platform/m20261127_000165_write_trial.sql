-- Table for the check whether the platform's database is writable, by writing a row of some size.
ALTER TABLE installation ADD COLUMN trial TEXT NOT NULL DEFAULT '';

-- Counter of resumed downloads.
-- How often a transfer went on since one was last counted.
ALTER TABLE download ADD COLUMN resumptions BIGINT NOT NULL DEFAULT 0;

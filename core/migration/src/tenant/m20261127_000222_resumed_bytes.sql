-- Bytes sent by resumed downloads, so that they send no more than the size of the file.
ALTER TABLE download ADD COLUMN resumed_bytes BIGINT NOT NULL DEFAULT 0;

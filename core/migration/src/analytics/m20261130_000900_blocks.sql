-- Events and visits of days to which nothing can be added any more, many in a row: kind 1 are events, kind 2 visits. The day
-- is that of UTC since the Unix epoch; the keys are times of events and ids of visits. Of visits with an identifier, the
-- hashes of the visitors, by which those of a person are found.
CREATE TABLE analytics_block (
    website_id TEXT NOT NULL,
    kind SMALLINT NOT NULL,
    day INTEGER NOT NULL,
    part INTEGER NOT NULL,
    first_key BIGINT NOT NULL,
    last_key BIGINT NOT NULL,
    length INTEGER NOT NULL,
    visitors {bytes} NOT NULL,
    data {bytes} NOT NULL,
    PRIMARY KEY (website_id, kind, day, part)
) {rowless};
-- The end of the last day of which something is packed, UTC milliseconds.
ALTER TABLE analytics_state ADD COLUMN packed_until BIGINT NOT NULL DEFAULT 0;
-- Before this time nothing is packed, UTC milliseconds.
ALTER TABLE analytics_state ADD COLUMN pack_from BIGINT NOT NULL DEFAULT 0;

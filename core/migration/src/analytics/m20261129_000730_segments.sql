-- The visits and events of each day by columns, packed: filtered reports read only the columns that they need.
CREATE TABLE analytics_segment (
    website_id TEXT NOT NULL,
    start BIGINT NOT NULL,
    part SMALLINT NOT NULL,
    data {bytes} NOT NULL,
    PRIMARY KEY (website_id, start, part)
) {rowless};
-- The form of the columns that were made with the sums of a day. Sums that are there already, and those that an earlier
-- version of the program makes, have none: the days are summed up once more for them, the latest first, and reports go
-- on reading the sums until then.
ALTER TABLE analytics_rollup ADD COLUMN columns_form SMALLINT NOT NULL DEFAULT 0;

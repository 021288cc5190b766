-- The visits and events of a day by columns, packed: filtered reports read only the columns that they need.
CREATE TABLE analytics_segment (
    website_id TEXT NOT NULL,
    start BIGINT NOT NULL,
    part SMALLINT NOT NULL,
    data {bytes} NOT NULL,
    PRIMARY KEY (website_id, start, part)
) {rowless};

-- What the visitors of a load test did, with their texts in full: it is left out of sums and reports, and its removal
-- leaves nothing behind.
CREATE TABLE analytics_load_event (
    website_id TEXT NOT NULL,
    load_run TEXT NOT NULL,
    at BIGINT NOT NULL,
    id BIGINT NOT NULL,
    kind SMALLINT NOT NULL,
    visitor BIGINT NOT NULL,
    page TEXT,
    object TEXT,
    number BIGINT,
    detail TEXT,
    PRIMARY KEY (website_id, load_run, at, id)
) {rowless};
CREATE INDEX analytics_load_event_at ON analytics_load_event (website_id, at);

-- What visitors of a site did. On SQLite each site has a file with only these tables. Texts are stored once and named by
-- their hash, since an event shall take little space.
CREATE TABLE analytics_text (
    website_id TEXT NOT NULL,
    id BIGINT NOT NULL,
    text TEXT NOT NULL,
    day INTEGER NOT NULL,
    PRIMARY KEY (website_id, id)
) {rowless};
CREATE TABLE analytics_page (
    website_id TEXT NOT NULL,
    page BIGINT NOT NULL,
    title TEXT NOT NULL,
    day INTEGER NOT NULL,
    PRIMARY KEY (website_id, page)
) {rowless};
CREATE TABLE analytics_event (
    website_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    id BIGINT NOT NULL,
    kind SMALLINT NOT NULL,
    visit BIGINT NOT NULL,
    page BIGINT,
    object BIGINT,
    number BIGINT,
    detail BIGINT,
    PRIMARY KEY (website_id, at, id)
) {monthly};
CREATE TABLE analytics_visit (
    website_id TEXT NOT NULL,
    id BIGINT NOT NULL,
    visitor BIGINT NOT NULL,
    is_identified BOOLEAN NOT NULL,
    is_first BOOLEAN NOT NULL,
    started_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    views INTEGER NOT NULL,
    events INTEGER NOT NULL,
    engaged_ms BIGINT NOT NULL,
    entry_page BIGINT,
    exit_page BIGINT,
    referrer BIGINT,
    source BIGINT,
    medium SMALLINT NOT NULL,
    campaign BIGINT,
    term BIGINT,
    content BIGINT,
    country TEXT,
    language BIGINT,
    device SMALLINT NOT NULL,
    browser BIGINT,
    os BIGINT,
    host BIGINT,
    orders INTEGER NOT NULL,
    revenue BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
) {rowless};
CREATE INDEX analytics_visit_visitor ON analytics_visit (website_id, visitor);
CREATE TABLE analytics_rollup (
    website_id TEXT NOT NULL,
    grain SMALLINT NOT NULL,
    dimension SMALLINT NOT NULL,
    start BIGINT NOT NULL,
    value BIGINT NOT NULL,
    visits BIGINT NOT NULL,
    visitors BIGINT NOT NULL,
    views BIGINT NOT NULL,
    bounces BIGINT NOT NULL,
    engaged_ms BIGINT NOT NULL,
    events BIGINT NOT NULL,
    orders BIGINT NOT NULL,
    revenue BIGINT NOT NULL,
    PRIMARY KEY (website_id, grain, dimension, start, value)
) {rowless};
CREATE TABLE analytics_dirty (
    website_id TEXT NOT NULL,
    hour BIGINT NOT NULL,
    noted_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (website_id, hour)
) {rowless};
CREATE TABLE analytics_state (
    website_id TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    PRIMARY KEY (website_id)
) {rowless};
CREATE TABLE analytics_speed (
    website_id TEXT NOT NULL,
    day BIGINT NOT NULL,
    page BIGINT NOT NULL,
    device SMALLINT NOT NULL,
    vital SMALLINT NOT NULL,
    bucket SMALLINT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (website_id, day, page, device, vital, bucket)
) {rowless};
CREATE TABLE analytics_error (
    website_id TEXT NOT NULL,
    hash BIGINT NOT NULL,
    message TEXT NOT NULL,
    stack TEXT NOT NULL,
    page BIGINT,
    browser BIGINT,
    first_seen BIGINT NOT NULL,
    last_seen BIGINT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (website_id, hash)
) {rowless};

-- Load tests: what the owner of a site allows, with the SHA-256 of the key by which runs are started; the runs, with the
-- numbers of removed rows by kind; and what they made.
CREATE TABLE load_test_permission (
    website_id TEXT NOT NULL,
    allowed_until BIGINT,
    max_calls_per_second INTEGER NOT NULL,
    key_hash TEXT,
    revision BIGINT NOT NULL,
    changed_on BIGINT NOT NULL,
    PRIMARY KEY (website_id)
) {rowless};
CREATE TABLE load_run (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    profile TEXT NOT NULL,
    state TEXT NOT NULL,
    max_calls_per_second INTEGER NOT NULL,
    started_on BIGINT NOT NULL,
    ends_on BIGINT NOT NULL,
    ended_on BIGINT,
    removed {json},
    PRIMARY KEY (website_id, id)
) {rowless};
CREATE UNIQUE INDEX load_run_name ON load_run (website_id, name);
-- Written in the transaction that makes what it names.
CREATE TABLE load_run_item (
    website_id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    item_id TEXT NOT NULL,
    PRIMARY KEY (website_id, run_id, kind, item_id),
    FOREIGN KEY (website_id, run_id) REFERENCES load_run (website_id, id) ON DELETE CASCADE
) {rowless};
CREATE INDEX load_run_item_by_item ON load_run_item (website_id, kind, item_id);

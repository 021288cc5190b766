-- Table of the background jobs of sites. Rows are created when a site is processed next.
CREATE TABLE job (
    website_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    priority INTEGER NOT NULL,
    due_on BIGINT NOT NULL,
    not_before BIGINT,
    planned_on BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    last_error TEXT,
    claimed_until BIGINT,
    dead_on BIGINT,
    PRIMARY KEY (website_id, kind, key)
);

CREATE INDEX job_alive_by_due_on ON job (due_on) WHERE dead_on IS NULL;
CREATE INDEX job_dead_by_kind ON job (kind) WHERE dead_on IS NOT NULL;

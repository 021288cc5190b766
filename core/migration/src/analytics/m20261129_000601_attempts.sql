-- The last try of each process to store what has no id of its own: a commit of unknown outcome is not repeated if it
-- succeeded.
CREATE TABLE analytics_attempt (
    website_id TEXT NOT NULL,
    writer BIGINT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (website_id, writer)
) {rowless};

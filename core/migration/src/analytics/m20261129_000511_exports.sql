-- Hours with events that were not sent to a database for analysis yet.
CREATE TABLE analytics_export (
    website_id TEXT NOT NULL,
    hour BIGINT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (website_id, hour)
) {rowless};

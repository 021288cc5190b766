-- The sites on which load tests ran, so that what a run made is found by its name.
CREATE TABLE load_run_site (
    run_id TEXT NOT NULL,
    website_id TEXT NOT NULL,
    name TEXT NOT NULL,
    started_on BIGINT NOT NULL,
    PRIMARY KEY (run_id)
);
CREATE INDEX load_run_site_by_name ON load_run_site (name);
CREATE INDEX load_run_site_by_website ON load_run_site (website_id);

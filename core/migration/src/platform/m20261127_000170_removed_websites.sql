-- List of removed sites, until all their data is deleted, files included.
CREATE TABLE removed_website (
    website_id TEXT NOT NULL,
    removed_on BIGINT NOT NULL,
    PRIMARY KEY (website_id)
);

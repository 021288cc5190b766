-- Copies of sites.
CREATE TABLE site_copy (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    title TEXT NOT NULL,
    identifier TEXT NOT NULL,
    owner TEXT NOT NULL,
    status TEXT NOT NULL,
    done BIGINT NOT NULL,
    total BIGINT NOT NULL,
    message TEXT,
    target TEXT,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
);

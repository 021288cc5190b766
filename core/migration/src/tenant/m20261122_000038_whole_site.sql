-- Site-wide upload limits set by the operator, and the password of a site.
CREATE TABLE upload_limit (
    website_id TEXT NOT NULL,
    picture_bytes BIGINT,
    file_bytes BIGINT,
    site_bytes BIGINT,
    PRIMARY KEY (website_id)
);

CREATE TABLE site_lock (
    website_id TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    changed_on BIGINT NOT NULL,
    PRIMARY KEY (website_id)
);

-- Redirects.
CREATE TABLE redirect (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    permanent BOOLEAN NOT NULL,
    automatic BOOLEAN NOT NULL,
    revision BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, source)
);

CREATE INDEX redirect_by_target ON redirect (website_id, target);

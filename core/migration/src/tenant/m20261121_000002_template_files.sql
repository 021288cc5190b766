-- A site's own versions of theme files.
CREATE TABLE template_set (
    website_id TEXT NOT NULL,
    theme TEXT NOT NULL,
    revision BIGINT NOT NULL,
    version_id TEXT,
    PRIMARY KEY (website_id, theme)
);

CREATE TABLE template_file (
    website_id TEXT NOT NULL,
    theme TEXT NOT NULL,
    path TEXT NOT NULL,
    draft TEXT,
    published TEXT,
    revision BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, theme, path)
);

CREATE TABLE template_version (
    website_id TEXT NOT NULL,
    theme TEXT NOT NULL,
    id TEXT NOT NULL,
    number BIGINT NOT NULL,
    former {json} NOT NULL,
    published_on BIGINT NOT NULL,
    published_by TEXT NOT NULL,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, theme, number)
);

-- Saved sections, to be inserted into pages.
CREATE TABLE saved_section (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    section {json} NOT NULL,
    author TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
);

CREATE UNIQUE INDEX saved_section_by_name ON saved_section (website_id, name);

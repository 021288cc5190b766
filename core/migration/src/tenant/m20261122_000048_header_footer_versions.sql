-- Drafts and versions of header and footer.
CREATE TABLE header_footer_version (
    website_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    made_from BIGINT,
    settings {json} NOT NULL,
    author TEXT NOT NULL,
    made_on BIGINT NOT NULL,
    published_on BIGINT,
    PRIMARY KEY (website_id, number)
);

CREATE TABLE header_footer_draft (
    website_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    latest BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id)
);

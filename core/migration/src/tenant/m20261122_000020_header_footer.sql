-- Header and footer of a site.
CREATE TABLE header_footer (
    website_id TEXT NOT NULL,
    settings {json} NOT NULL,
    revision BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id)
);

-- Design of a site on top of its theme.
CREATE TABLE site_design (
    website_id TEXT NOT NULL,
    draft {json} NOT NULL,
    published {json},
    revision BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id)
);

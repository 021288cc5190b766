-- Preview links to drafts, for people without an account.
CREATE TABLE preview_link (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    page_id TEXT NOT NULL,
    secret TEXT NOT NULL,
    author TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    expires_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    FOREIGN KEY (website_id, page_id) REFERENCES collection (website_id, id) ON DELETE CASCADE
);

CREATE INDEX preview_link_by_page ON preview_link (website_id, page_id, expires_on);

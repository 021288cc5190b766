CREATE TABLE item (
    website_id TEXT NOT NULL,
    page_id TEXT NOT NULL,
    collection_id TEXT NOT NULL,
    post_id TEXT NOT NULL,
    draft {json} NOT NULL,
    published {json},
    first_published_on BIGINT,
    PRIMARY KEY (website_id, page_id),
    FOREIGN KEY (website_id, page_id) REFERENCES collection (website_id, id) ON DELETE CASCADE,
    FOREIGN KEY (website_id, collection_id) REFERENCES collection (website_id, id) ON DELETE CASCADE
);

CREATE INDEX item_by_collection_id ON item (website_id, collection_id, page_id);

CREATE INDEX collection_by_kind ON collection (website_id, kind, position);

ALTER TABLE post ADD COLUMN categories {json} NOT NULL DEFAULT '[]';

ALTER TABLE post ADD COLUMN starred BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE post ADD COLUMN starts_on BIGINT;

ALTER TABLE post ADD COLUMN ends_on BIGINT;

ALTER TABLE post ADD COLUMN location {json};

ALTER TABLE post ADD COLUMN external_link TEXT NOT NULL DEFAULT '';

ALTER TABLE post ADD COLUMN position INTEGER NOT NULL DEFAULT 0;

ALTER TABLE post ADD COLUMN seo_title TEXT NOT NULL DEFAULT '';

ALTER TABLE post ADD COLUMN seo_description TEXT NOT NULL DEFAULT '';

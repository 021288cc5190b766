-- Page settings: access, schedule, published titles and metadata, trash.
CREATE TABLE page_setting (
    website_id TEXT NOT NULL,
    collection_id TEXT NOT NULL,
    needs_review BOOLEAN NOT NULL,
    publish_on BIGINT,
    access TEXT NOT NULL,
    password_hash TEXT,
    folder_behavior INTEGER,
    no_index BOOLEAN NOT NULL,
    head TEXT NOT NULL,
    share_image_id TEXT,
    face {json},
    trashed_on BIGINT,
    trashed_url_id TEXT,
    revision BIGINT NOT NULL,
    PRIMARY KEY (website_id, collection_id),
    FOREIGN KEY (website_id, collection_id) REFERENCES collection (website_id, id) ON DELETE CASCADE
);

CREATE INDEX page_setting_by_publish_on ON page_setting (website_id, publish_on);

CREATE INDEX page_setting_by_trashed_on ON page_setting (website_id, trashed_on);

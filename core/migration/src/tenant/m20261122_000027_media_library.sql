-- Folders, file versions and colour data of the media library; chunked uploads.
ALTER TABLE asset ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

ALTER TABLE asset ADD COLUMN animated BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE asset ADD COLUMN color_data TEXT NOT NULL DEFAULT '';

ALTER TABLE asset ADD COLUMN folder_id TEXT;

CREATE INDEX asset_by_folder_id ON asset (website_id, folder_id, id);

CREATE TABLE asset_folder (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, name)
);

CREATE TABLE asset_upload (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    filename TEXT NOT NULL,
    alt_text TEXT NOT NULL,
    folder_id TEXT,
    replaces TEXT,
    bytes BIGINT,
    received BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    expires_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
);

CREATE INDEX asset_upload_by_expires_on ON asset_upload (website_id, expires_on);

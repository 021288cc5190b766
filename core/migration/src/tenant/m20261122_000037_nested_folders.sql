ALTER TABLE asset_folder ADD COLUMN parent_id TEXT;

CREATE UNIQUE INDEX asset_folder_by_name ON asset_folder (website_id, COALESCE(parent_id, ''), name);

ALTER TABLE asset_upload ADD COLUMN asset_id TEXT;

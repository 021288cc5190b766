-- The key of a file in the blob store that no other row names: one that is being received, or that is being deleted.
ALTER TABLE asset_upload ADD COLUMN blob_key TEXT;

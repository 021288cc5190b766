-- Publisher of each published page version.
-- NULL: never published, or before this was kept.
ALTER TABLE page_operation ADD COLUMN published_by TEXT;

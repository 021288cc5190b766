-- Title and caption of images, and external videos.
ALTER TABLE asset ADD COLUMN title TEXT NOT NULL DEFAULT '';

ALTER TABLE asset ADD COLUMN body TEXT NOT NULL DEFAULT '';

ALTER TABLE asset ADD COLUMN film TEXT NOT NULL DEFAULT '';

-- `noindex` flag and share image of posts.
ALTER TABLE post ADD COLUMN no_index BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE post ADD COLUMN share_image_id TEXT;

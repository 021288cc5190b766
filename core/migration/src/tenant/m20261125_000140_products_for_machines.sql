-- `noindex` flag and share image of products.
ALTER TABLE product ADD COLUMN no_index BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE product ADD COLUMN share_image_id TEXT;

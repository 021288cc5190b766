-- Poster images of videos in the media library.
ALTER TABLE asset ADD COLUMN poster_id TEXT;

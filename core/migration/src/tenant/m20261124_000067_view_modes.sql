-- View modes of stores and blogs.
ALTER TABLE page_setting ADD COLUMN view_mode TEXT NOT NULL DEFAULT '';

-- Former page type of a splash page.
-- NULL: a plain page, and every page that does not stand alone.
ALTER TABLE page_setting ADD COLUMN own_type INTEGER;

-- Language of the admin that a person has chosen; null for that of the browser.
ALTER TABLE account ADD COLUMN language TEXT;

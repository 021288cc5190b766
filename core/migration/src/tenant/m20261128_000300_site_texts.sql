-- Texts of a site in place of those of the message catalogues.
CREATE TABLE site_text (
    website_id TEXT NOT NULL,
    language TEXT NOT NULL,
    key TEXT NOT NULL,
    text TEXT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, language, key)
);
-- Renewed with each change of the texts, so that pages know without a query whether there are any. NULL: none.
ALTER TABLE site ADD COLUMN texts_stamp TEXT;

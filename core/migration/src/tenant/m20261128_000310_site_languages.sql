-- The languages of a site besides its primary one, which is a column of its settings.
CREATE TABLE site_language (
    website_id TEXT NOT NULL,
    language TEXT NOT NULL,
    position INTEGER NOT NULL,
    state TEXT NOT NULL,
    untranslated TEXT NOT NULL,
    custom BOOLEAN NOT NULL,
    public_on BIGINT,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, language)
);

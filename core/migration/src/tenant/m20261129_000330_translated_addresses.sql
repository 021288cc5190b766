-- Address words of pages, items and products in the languages of a site besides its primary one. A word is unique among
-- the addresses of its folder, which is the id of a blog or store, or empty for the first part of addresses.
CREATE TABLE translated_address (
    website_id TEXT NOT NULL,
    language TEXT NOT NULL,
    resource_kind TEXT NOT NULL,
    resource_id TEXT NOT NULL,
    folder TEXT NOT NULL,
    word TEXT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, language, resource_kind, resource_id)
);
CREATE UNIQUE INDEX translated_address_word ON translated_address (website_id, language, folder, word);
CREATE INDEX translated_address_resource ON translated_address (website_id, resource_kind, resource_id);

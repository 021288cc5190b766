-- Translations of what owners wrote: one row for each text of a resource and language. The digest names the original
-- that was translated; the original itself is kept to show what has changed since.
CREATE TABLE translation (
    website_id TEXT NOT NULL,
    language TEXT NOT NULL,
    resource_kind TEXT NOT NULL,
    resource_id TEXT NOT NULL,
    text_key TEXT NOT NULL,
    text TEXT NOT NULL,
    source_digest TEXT NOT NULL,
    source_text TEXT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, language, resource_kind, resource_id, text_key)
);
CREATE INDEX translation_resource ON translation (website_id, resource_kind, resource_id);

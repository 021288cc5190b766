-- The last inputs of a plugin's blocks, formatters, predicates and questions about carts: a new version is tried with
-- them. Without personal data; payments are not among them.
CREATE TABLE plugin_sample (
    website_id TEXT NOT NULL,
    plugin_id TEXT NOT NULL,
    -- Kind and name, such as `block countdown`.
    entry TEXT NOT NULL,
    -- SHA-256 of the input.
    digest TEXT NOT NULL,
    at BIGINT NOT NULL,
    input {json} NOT NULL,
    PRIMARY KEY (website_id, plugin_id, entry, digest)
);

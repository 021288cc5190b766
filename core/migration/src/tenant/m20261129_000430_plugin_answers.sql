-- What plugins said about carts: delivery options, taxes and discounts. The id is the SHA-256 of the build of the plugin, of
-- its settings and of the question, so that the same question of the same build is answered from here.
CREATE TABLE plugin_answer (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    plugin_id TEXT NOT NULL,
    answer {json} NOT NULL,
    fresh_until BIGINT NOT NULL,
    expires_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
);
CREATE INDEX plugin_answer_expiry ON plugin_answer (website_id, expires_on);

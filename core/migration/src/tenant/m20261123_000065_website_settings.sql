-- Visitor-related settings: cookies and consent, comments, likes, format of amounts.
CREATE TABLE website_setting (
    website_id TEXT NOT NULL,
    settings {json} NOT NULL,
    revision BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id)
);

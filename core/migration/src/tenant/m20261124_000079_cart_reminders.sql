-- Abandoned cart e-mails.
CREATE TABLE cart_reminder (
    website_id TEXT NOT NULL,
    cart_id TEXT NOT NULL,
    person TEXT NOT NULL,
    sealed_email TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    leave_hash TEXT NOT NULL,
    written_on BIGINT,
    came_back_on BIGINT,
    bought_on BIGINT,
    PRIMARY KEY (website_id, cart_id)
);
CREATE INDEX cart_reminder_person ON cart_reminder (website_id, person);
CREATE INDEX cart_reminder_token ON cart_reminder (website_id, token_hash);
CREATE INDEX cart_reminder_leave ON cart_reminder (website_id, leave_hash);
ALTER TABLE cart ADD COLUMN language TEXT;

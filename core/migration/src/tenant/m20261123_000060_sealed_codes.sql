ALTER TABLE gift_card ADD COLUMN code_hash TEXT;

CREATE UNIQUE INDEX gift_card_code_hash ON gift_card (website_id, code_hash);

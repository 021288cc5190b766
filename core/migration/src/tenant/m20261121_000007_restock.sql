-- Restock sign-ups, and idempotent stock changes.
CREATE TABLE restock_sign_up (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    product_id TEXT NOT NULL,
    variant_id TEXT NOT NULL,
    email TEXT NOT NULL,
    is_join_mailing_list BOOLEAN NOT NULL,
    language TEXT,
    site_user_id TEXT,
    signed_up_on BIGINT NOT NULL,
    notified_on BIGINT,
    written_on BIGINT,
    PRIMARY KEY (website_id, id),
    FOREIGN KEY (website_id, variant_id) REFERENCES variant (website_id, id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX restock_sign_up_waiting ON restock_sign_up (website_id, variant_id, email) WHERE notified_on IS NULL;

CREATE INDEX restock_sign_up_to_write ON restock_sign_up (website_id, variant_id, id) WHERE written_on IS NULL;

CREATE INDEX restock_sign_up_by_product_id ON restock_sign_up (website_id, product_id, signed_up_on, id);

ALTER TABLE stock_change ADD COLUMN request_key TEXT;

CREATE UNIQUE INDEX stock_change_by_request_key ON stock_change (website_id, request_key) WHERE request_key IS NOT NULL;

CREATE INDEX variant_by_qty_in_stock ON variant (website_id, unlimited, qty_in_stock, id);

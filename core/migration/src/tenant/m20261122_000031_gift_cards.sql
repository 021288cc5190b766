-- Purchased gift cards with their codes.
CREATE TABLE gift_card (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    order_item_id TEXT NOT NULL,
    code TEXT NOT NULL,
    amount_cents BIGINT NOT NULL CHECK (amount_cents >= 0),
    balance_cents BIGINT NOT NULL CHECK (balance_cents >= 0 AND balance_cents <= amount_cents),
    currency TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    FOREIGN KEY (website_id, order_id) REFERENCES orders (website_id, id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX gift_card_code ON gift_card (website_id, code);

CREATE INDEX gift_card_by_order_id ON gift_card (website_id, order_id);

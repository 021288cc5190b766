-- Single-item carts that go directly to checkout, and form answers of order items.
CREATE TABLE cart_buy_now (
    website_id TEXT NOT NULL,
    cart_id TEXT NOT NULL,
    expires_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, cart_id),
    FOREIGN KEY (website_id, cart_id) REFERENCES cart (website_id, id) ON DELETE CASCADE
);

CREATE TABLE order_item_answer (
    website_id TEXT NOT NULL,
    order_item_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    answers {json} NOT NULL,
    PRIMARY KEY (website_id, order_item_id),
    FOREIGN KEY (website_id, order_item_id) REFERENCES order_item (website_id, id) ON DELETE CASCADE
);

CREATE INDEX order_item_answer_by_order_id ON order_item_answer (website_id, order_id);

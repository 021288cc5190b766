-- Language of the shopper when an order was placed, for e-mails about it.
CREATE TABLE order_language (
    website_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    language TEXT NOT NULL,
    PRIMARY KEY (website_id, order_id),
    FOREIGN KEY (website_id, order_id) REFERENCES orders (website_id, id) ON DELETE CASCADE
);

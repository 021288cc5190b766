CREATE TABLE refund (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    payment_id TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    request {json} NOT NULL,
    amount_cents BIGINT NOT NULL CHECK (amount_cents > 0),
    shipping_cents BIGINT NOT NULL CHECK (shipping_cents >= 0),
    reason TEXT NOT NULL,
    restock BOOLEAN NOT NULL,
    notify BOOLEAN NOT NULL,
    status TEXT NOT NULL,
    message TEXT,
    checks INTEGER NOT NULL,
    next_check_on BIGINT,
    actor TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    settled_on BIGINT,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, idempotency_key),
    FOREIGN KEY (website_id, order_id) REFERENCES orders (website_id, id) ON DELETE CASCADE
);

CREATE INDEX refund_by_order_id ON refund (website_id, order_id);

CREATE INDEX refund_by_next_check_on ON refund (website_id, next_check_on);

CREATE TABLE refund_item (
    website_id TEXT NOT NULL,
    refund_id TEXT NOT NULL,
    order_item_id TEXT NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    amount_cents BIGINT NOT NULL CHECK (amount_cents >= 0),
    PRIMARY KEY (website_id, refund_id, order_item_id),
    FOREIGN KEY (website_id, refund_id) REFERENCES refund (website_id, id) ON DELETE CASCADE
);

CREATE TABLE fulfillment_item (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    fulfillment_id TEXT NOT NULL,
    order_item_id TEXT NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (website_id, id),
    FOREIGN KEY (website_id, fulfillment_id) REFERENCES fulfillment (website_id, id) ON DELETE CASCADE
);

CREATE INDEX fulfillment_item_by_fulfillment_id ON fulfillment_item (website_id, fulfillment_id);

ALTER TABLE payment ADD COLUMN refunded_cents BIGINT NOT NULL DEFAULT 0;

ALTER TABLE orders ADD COLUMN search TEXT NOT NULL DEFAULT '';

DROP INDEX orders_by_payment_status_created_on;

CREATE INDEX orders_by_payment_status_created_on ON orders (website_id, payment_status, created_on, id);

CREATE INDEX orders_by_fulfillment_status_created_on ON orders (website_id, fulfillment_status, created_on, id);

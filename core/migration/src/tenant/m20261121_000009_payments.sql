-- Payment settings of a shop, capture of authorized payments, and inbox of provider webhooks.
ALTER TABLE payment ADD COLUMN capture_mode TEXT NOT NULL DEFAULT 'at-once';

ALTER TABLE payment ADD COLUMN capture_before BIGINT;

ALTER TABLE payment ADD COLUMN instructions {json};

CREATE TABLE payment_setting (
    website_id TEXT NOT NULL,
    test_mode BOOLEAN NOT NULL,
    capture_mode TEXT NOT NULL,
    transfer_hold_hours BIGINT NOT NULL CHECK (transfer_hold_hours > 0),
    methods {json} NOT NULL,
    revision BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id)
);

CREATE TABLE webhook_receipt (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    provider TEXT NOT NULL,
    event_id TEXT NOT NULL,
    payment_id TEXT,
    event {json} NOT NULL,
    body TEXT NOT NULL,
    body_digest TEXT NOT NULL,
    headers {json} NOT NULL,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    next_try_on BIGINT,
    last_error TEXT,
    received_on BIGINT NOT NULL,
    settled_on BIGINT,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, provider, event_id)
);

CREATE INDEX webhook_receipt_by_next_try_on ON webhook_receipt (website_id, next_try_on);

CREATE INDEX webhook_receipt_by_payment_id ON webhook_receipt (website_id, payment_id);

CREATE INDEX webhook_receipt_by_received_on ON webhook_receipt (website_id, received_on, id);

CREATE TABLE plugin_storage_size (
    website_id TEXT NOT NULL,
    plugin_id TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (website_id, plugin_id)
);

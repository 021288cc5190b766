-- Disputes of payments, as their providers told them. reference: the provider's id. told_on: when the message arrived that
-- told the present status. NULL amount_cents: not told.
CREATE TABLE payment_dispute (
    website_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    payment_id TEXT NOT NULL,
    reference TEXT NOT NULL,
    status TEXT NOT NULL,
    amount_cents BIGINT,
    currency TEXT NOT NULL,
    reason TEXT NOT NULL,
    respond_by BIGINT,
    told_on BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, order_id, payment_id, reference),
    FOREIGN KEY (website_id, order_id) REFERENCES orders (website_id, id) ON DELETE CASCADE
) {rowless};

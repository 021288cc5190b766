-- Orders that were placed and not paid yet, with the visitor: the payment may be reported when the browser is gone. Kept for
-- a few days.
CREATE TABLE analytics_unpaid_order (
    website_id TEXT NOT NULL,
    -- The id of the event that records the order.
    id BIGINT NOT NULL,
    visitor BIGINT NOT NULL,
    is_identified BOOLEAN NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
) {rowless};
CREATE INDEX analytics_unpaid_order_at ON analytics_unpaid_order (website_id, at);

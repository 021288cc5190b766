CREATE TABLE commerce_preferences (
    website_id TEXT NOT NULL,
    namespace TEXT NOT NULL,
    preferences {json} NOT NULL,
    revision BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, namespace)
);

CREATE TABLE order_tag (
    website_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    tag TEXT NOT NULL,
    PRIMARY KEY (website_id, order_id, tag),
    FOREIGN KEY (website_id, order_id) REFERENCES orders (website_id, id) ON DELETE CASCADE
);

CREATE INDEX order_tag_by_tag ON order_tag (website_id, tag, order_id);

CREATE TABLE visitor_event (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    content {json} NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
);

CREATE INDEX visitor_event_by_created_on ON visitor_event (website_id, created_on);

CREATE INDEX refund_by_settled_on ON refund (website_id, settled_on);

DROP INDEX orders_by_created_on;

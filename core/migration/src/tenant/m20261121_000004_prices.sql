CREATE TABLE discount (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    label TEXT NOT NULL,
    code TEXT,
    code_key TEXT,
    kind TEXT NOT NULL,
    rate_basis_points BIGINT NOT NULL,
    amount_cents BIGINT NOT NULL,
    applies_to TEXT NOT NULL,
    target_ids {json} NOT NULL,
    minimum_subtotal_cents BIGINT NOT NULL,
    starts_on BIGINT,
    ends_on BIGINT,
    usage_limit BIGINT,
    once_per_customer BOOLEAN NOT NULL,
    used_count BIGINT NOT NULL CHECK (used_count >= 0),
    enabled BOOLEAN NOT NULL,
    revision BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, code_key)
);

CREATE TABLE discount_use (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    discount_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    customer_key TEXT,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, order_id, discount_id),
    UNIQUE (website_id, discount_id, customer_key),
    FOREIGN KEY (website_id, discount_id) REFERENCES discount (website_id, id) ON DELETE CASCADE,
    FOREIGN KEY (website_id, order_id) REFERENCES orders (website_id, id) ON DELETE CASCADE
);

CREATE TABLE shipping_zone (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    places {json} NOT NULL,
    options {json} NOT NULL,
    position INTEGER NOT NULL,
    revision BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
);

CREATE TABLE tax_rule (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    label TEXT NOT NULL,
    country TEXT NOT NULL,
    region TEXT NOT NULL,
    postal_prefix TEXT NOT NULL,
    rate_basis_points BIGINT NOT NULL,
    on_shipping BOOLEAN NOT NULL,
    valid_from BIGINT,
    valid_until BIGINT,
    revision BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
);

ALTER TABLE cart ADD COLUMN coupon_ids {json} NOT NULL DEFAULT '[]';

ALTER TABLE cart ADD COLUMN location {json};

ALTER TABLE variant ADD COLUMN weight_grams BIGINT NOT NULL DEFAULT 0;

ALTER TABLE product ADD COLUMN taxable BOOLEAN NOT NULL DEFAULT TRUE;

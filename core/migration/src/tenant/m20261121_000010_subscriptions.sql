-- Subscription products: plans, and the carts and orders that start a subscription.
CREATE TABLE subscription_plan (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    product_id TEXT NOT NULL,
    period_value INTEGER NOT NULL CHECK (period_value > 0),
    period_unit TEXT NOT NULL,
    billing_cycles INTEGER NOT NULL CHECK (billing_cycles >= 0),
    sold_once BOOLEAN NOT NULL,
    percentage_discount INTEGER NOT NULL CHECK (percentage_discount >= 0 AND percentage_discount < 100),
    revision BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, product_id),
    FOREIGN KEY (website_id, product_id) REFERENCES product (website_id, id) ON DELETE CASCADE
);

CREATE TABLE cart_subscription (
    website_id TEXT NOT NULL,
    cart_id TEXT NOT NULL,
    plan {json} NOT NULL,
    expires_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, cart_id),
    FOREIGN KEY (website_id, cart_id) REFERENCES cart (website_id, id) ON DELETE CASCADE
);

CREATE TABLE order_subscription (
    website_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    plan {json} NOT NULL,
    PRIMARY KEY (website_id, order_id),
    FOREIGN KEY (website_id, order_id) REFERENCES orders (website_id, id) ON DELETE CASCADE
);

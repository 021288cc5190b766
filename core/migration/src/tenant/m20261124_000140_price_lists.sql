-- Price lists and discounts for some customers only.
CREATE TABLE price_list (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    enabled BOOLEAN NOT NULL,
    starts_on BIGINT,
    ends_on BIGINT,
    audience TEXT NOT NULL,
    rate_basis_points BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
);

CREATE TABLE price_list_customer (
    website_id TEXT NOT NULL,
    email TEXT NOT NULL,
    price_list_id TEXT NOT NULL,
    PRIMARY KEY (website_id, email, price_list_id),
    FOREIGN KEY (website_id, price_list_id) REFERENCES price_list (website_id, id) ON DELETE CASCADE
);

CREATE INDEX price_list_customer_by_list ON price_list_customer (website_id, price_list_id);

CREATE TABLE price_list_price (
    website_id TEXT NOT NULL,
    price_list_id TEXT NOT NULL,
    product_id TEXT NOT NULL,
    variant_id TEXT NOT NULL,
    price_cents BIGINT NOT NULL CHECK (price_cents >= 0),
    PRIMARY KEY (website_id, price_list_id, product_id, variant_id),
    FOREIGN KEY (website_id, price_list_id) REFERENCES price_list (website_id, id) ON DELETE CASCADE,
    FOREIGN KEY (website_id, product_id) REFERENCES product (website_id, id) ON DELETE CASCADE
);

CREATE INDEX price_list_price_by_product ON price_list_price (website_id, product_id);

ALTER TABLE discount ADD COLUMN for_named_customers BOOLEAN NOT NULL DEFAULT FALSE;

CREATE TABLE discount_customer (
    website_id TEXT NOT NULL,
    email TEXT NOT NULL,
    discount_id TEXT NOT NULL,
    PRIMARY KEY (website_id, email, discount_id),
    FOREIGN KEY (website_id, discount_id) REFERENCES discount (website_id, id) ON DELETE CASCADE
);

CREATE INDEX discount_customer_by_discount ON discount_customer (website_id, discount_id);

-- Donation products, and their carts and orders.
CREATE TABLE donation_terms (
    website_id TEXT NOT NULL,
    product_id TEXT NOT NULL,
    suggested {json} NOT NULL,
    takes_other BOOLEAN NOT NULL,
    least_cents BIGINT NOT NULL CHECK (least_cents > 0),
    most_cents BIGINT NOT NULL CHECK (most_cents >= least_cents),
    revision BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, product_id),
    FOREIGN KEY (website_id, product_id) REFERENCES product (website_id, id) ON DELETE CASCADE
);

CREATE TABLE cart_donation (
    website_id TEXT NOT NULL,
    cart_id TEXT NOT NULL,
    amount_cents BIGINT NOT NULL CHECK (amount_cents > 0),
    donor_name TEXT NOT NULL,
    comment TEXT NOT NULL,
    expires_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, cart_id),
    FOREIGN KEY (website_id, cart_id) REFERENCES cart (website_id, id) ON DELETE CASCADE
);

CREATE TABLE order_donation (
    website_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    donor_name TEXT NOT NULL,
    comment TEXT NOT NULL,
    PRIMARY KEY (website_id, order_id),
    FOREIGN KEY (website_id, order_id) REFERENCES orders (website_id, id) ON DELETE CASCADE
);

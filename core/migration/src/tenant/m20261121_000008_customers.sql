ALTER TABLE site_user ADD COLUMN email_verified_on BIGINT;

ALTER TABLE site_user ADD COLUMN language TEXT;

ALTER TABLE site_session ADD COLUMN site_user_id TEXT;

CREATE INDEX site_session_by_site_user_id ON site_session (website_id, site_user_id);

CREATE TABLE site_user_token (
    website_id TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    site_user_id TEXT NOT NULL,
    purpose TEXT NOT NULL,
    expires_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, token_hash),
    FOREIGN KEY (website_id, site_user_id) REFERENCES site_user (website_id, id) ON DELETE CASCADE
);

CREATE INDEX site_user_token_by_site_user_id ON site_user_token (website_id, site_user_id);

CREATE TABLE site_user_address (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    site_user_id TEXT NOT NULL,
    address {json} NOT NULL,
    is_default BOOLEAN NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    FOREIGN KEY (website_id, site_user_id) REFERENCES site_user (website_id, id) ON DELETE CASCADE
);

CREATE INDEX site_user_address_by_site_user_id ON site_user_address (website_id, site_user_id);

CREATE TABLE customer (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    email TEXT NOT NULL,
    name TEXT NOT NULL,
    site_user_id TEXT,
    mail_consent_on BIGINT,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, email)
);

CREATE INDEX customer_by_created_on ON customer (website_id, created_on, id);

CREATE TABLE checkout_detail (
    website_id TEXT NOT NULL,
    cart_id TEXT NOT NULL,
    note TEXT NOT NULL,
    answers {json} NOT NULL,
    PRIMARY KEY (website_id, cart_id),
    FOREIGN KEY (website_id, cart_id) REFERENCES cart (website_id, id) ON DELETE CASCADE
);

CREATE TABLE site_user_cart (
    website_id TEXT NOT NULL,
    site_user_id TEXT NOT NULL,
    cart_id TEXT NOT NULL,
    PRIMARY KEY (website_id, site_user_id),
    FOREIGN KEY (website_id, site_user_id) REFERENCES site_user (website_id, id) ON DELETE CASCADE,
    FOREIGN KEY (website_id, cart_id) REFERENCES cart (website_id, id) ON DELETE CASCADE
);

CREATE INDEX site_user_cart_by_cart_id ON site_user_cart (website_id, cart_id);

CREATE INDEX cart_by_site_user_id ON cart (website_id, site_user_id);

CREATE INDEX cart_by_updated_on ON cart (website_id, is_purchased, updated_on);

CREATE INDEX orders_by_site_user_id ON orders (website_id, site_user_id, created_on, id);

CREATE INDEX orders_by_email ON orders (website_id, lower(email), created_on, id)

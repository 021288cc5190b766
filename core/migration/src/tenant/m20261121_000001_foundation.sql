-- Initial tables.
CREATE TABLE site (
    website_id TEXT NOT NULL,
    title TEXT NOT NULL,
    tagline TEXT NOT NULL,
    description TEXT NOT NULL,
    language TEXT NOT NULL,
    currency TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    theme TEXT NOT NULL,
    contact_email TEXT NOT NULL,
    logo_asset_id TEXT,
    location {json} NOT NULL,
    social_accounts {json} NOT NULL,
    main_navigation {json} NOT NULL,
    footer_navigation {json} NOT NULL,
    store_settings {json} NOT NULL,
    shipping {json} NOT NULL,
    tax {json} NOT NULL,
    revision BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id)
);

CREATE TABLE collection (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    type_code INTEGER NOT NULL,
    title TEXT NOT NULL,
    navigation_title TEXT NOT NULL,
    url_id TEXT NOT NULL,
    description TEXT NOT NULL,
    enabled BOOLEAN NOT NULL,
    is_home BOOLEAN NOT NULL,
    draft {json},
    revision BIGINT NOT NULL,
    published {json},
    published_revision BIGINT,
    published_on BIGINT,
    seo_title TEXT NOT NULL,
    seo_description TEXT NOT NULL,
    position INTEGER NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, url_id)
);

CREATE TABLE post (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    collection_id TEXT NOT NULL,
    url_id TEXT NOT NULL,
    title TEXT NOT NULL,
    excerpt TEXT NOT NULL,
    author TEXT NOT NULL,
    image_asset_id TEXT,
    tags {json} NOT NULL,
    document {json} NOT NULL,
    published_on BIGINT,
    revision BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, collection_id, url_id),
    FOREIGN KEY (website_id, collection_id) REFERENCES collection (website_id, id) ON DELETE CASCADE
);

CREATE INDEX post_by_collection_id_published_on ON post (website_id, collection_id, published_on);

CREATE TABLE category (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    collection_id TEXT NOT NULL,
    parent_id TEXT,
    name TEXT NOT NULL,
    url_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    page_rendering TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (website_id, id),
    FOREIGN KEY (website_id, collection_id) REFERENCES collection (website_id, id) ON DELETE CASCADE
);

CREATE INDEX category_by_collection_id ON category (website_id, collection_id);

CREATE TABLE product (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    collection_id TEXT NOT NULL,
    url_id TEXT NOT NULL,
    name TEXT NOT NULL,
    product_type INTEGER NOT NULL,
    excerpt TEXT NOT NULL,
    description TEXT NOT NULL,
    tags {json} NOT NULL,
    category_ids {json} NOT NULL,
    image_ids {json} NOT NULL,
    variant_option_ordering {json} NOT NULL,
    visible BOOLEAN NOT NULL,
    use_custom_add_button_text BOOLEAN NOT NULL,
    custom_add_button_text TEXT NOT NULL,
    custom_sold_out_text TEXT NOT NULL,
    position INTEGER NOT NULL,
    revision BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, collection_id, url_id),
    FOREIGN KEY (website_id, collection_id) REFERENCES collection (website_id, id) ON DELETE CASCADE
);

CREATE INDEX product_by_collection_id_position ON product (website_id, collection_id, position);

CREATE TABLE variant (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    product_id TEXT NOT NULL,
    sku TEXT NOT NULL,
    attributes {json} NOT NULL,
    price_cents BIGINT NOT NULL,
    sale_price_cents BIGINT,
    on_sale BOOLEAN NOT NULL,
    unlimited BOOLEAN NOT NULL,
    qty_in_stock BIGINT NOT NULL CHECK (qty_in_stock >= 0),
    main_image_id TEXT,
    position INTEGER NOT NULL,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, sku),
    FOREIGN KEY (website_id, product_id) REFERENCES product (website_id, id) ON DELETE CASCADE
);

CREATE INDEX variant_by_product_id ON variant (website_id, product_id);

CREATE TABLE stock_change (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    variant_id TEXT NOT NULL,
    delta BIGINT NOT NULL,
    reason TEXT NOT NULL,
    reference TEXT NOT NULL,
    actor TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
);

CREATE INDEX stock_change_by_variant_id_created_on ON stock_change (website_id, variant_id, created_on);

CREATE INDEX stock_change_by_created_on ON stock_change (website_id, created_on);

CREATE TABLE asset (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    filename TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    bytes BIGINT NOT NULL,
    alt_text TEXT NOT NULL,
    focal_x DOUBLE PRECISION NOT NULL,
    focal_y DOUBLE PRECISION NOT NULL,
    blob_key TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
);

CREATE TABLE cart (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    checkout_token TEXT NOT NULL,
    currency TEXT NOT NULL,
    email TEXT NOT NULL,
    mail_consent BOOLEAN NOT NULL,
    shipping_address {json},
    billing_address {json},
    billing_same BOOLEAN NOT NULL,
    shipping_option_id TEXT,
    site_user_id TEXT,
    order_id TEXT,
    is_purchased BOOLEAN NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, token_hash),
    UNIQUE (website_id, checkout_token)
);

CREATE TABLE cart_entry (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    cart_id TEXT NOT NULL,
    product_id TEXT NOT NULL,
    variant_id TEXT NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity BETWEEN 1 AND 9999),
    additional_fields TEXT,
    added_price_cents BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    FOREIGN KEY (website_id, cart_id) REFERENCES cart (website_id, id) ON DELETE CASCADE
);

CREATE INDEX cart_entry_by_cart_id ON cart_entry (website_id, cart_id);

CREATE TABLE orders (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    number BIGINT NOT NULL,
    cart_id TEXT NOT NULL,
    email TEXT NOT NULL,
    customer_name TEXT NOT NULL,
    site_user_id TEXT,
    currency TEXT NOT NULL,
    subtotal_cents BIGINT NOT NULL,
    discount_cents BIGINT NOT NULL,
    shipping_cents BIGINT NOT NULL,
    tax_cents BIGINT NOT NULL,
    grand_total_cents BIGINT NOT NULL,
    payment_status TEXT NOT NULL,
    fulfillment_status TEXT NOT NULL,
    stock_held BOOLEAN NOT NULL,
    hold_expires_on BIGINT,
    shipping_address {json},
    billing_address {json},
    shipping_option {json},
    pricing {json} NOT NULL,
    auth_code TEXT NOT NULL,
    test_mode BOOLEAN NOT NULL,
    note TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    paid_on BIGINT,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, cart_id),
    UNIQUE (website_id, number)
);

CREATE INDEX orders_by_payment_status_created_on ON orders (website_id, payment_status, created_on);

CREATE TABLE order_item (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    product_id TEXT NOT NULL,
    variant_id TEXT NOT NULL,
    sku TEXT NOT NULL,
    product_name TEXT NOT NULL,
    attributes {json} NOT NULL,
    image_asset_id TEXT,
    product_type INTEGER NOT NULL,
    quantity BIGINT NOT NULL,
    unit_price_cents BIGINT NOT NULL,
    total_cents BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    FOREIGN KEY (website_id, order_id) REFERENCES orders (website_id, id) ON DELETE CASCADE
);

CREATE INDEX order_item_by_order_id ON order_item (website_id, order_id);

CREATE TABLE order_event (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    message TEXT NOT NULL,
    actor TEXT NOT NULL,
    PRIMARY KEY (website_id, id),
    FOREIGN KEY (website_id, order_id) REFERENCES orders (website_id, id) ON DELETE CASCADE
);

CREATE INDEX order_event_by_order_id_at ON order_event (website_id, order_id, at);

CREATE TABLE fulfillment (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    carrier TEXT NOT NULL,
    tracking_number TEXT NOT NULL,
    tracking_url TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    FOREIGN KEY (website_id, order_id) REFERENCES orders (website_id, id) ON DELETE CASCADE
);

CREATE INDEX fulfillment_by_order_id ON fulfillment (website_id, order_id);

CREATE TABLE payment (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    provider TEXT NOT NULL,
    method TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    status TEXT NOT NULL,
    amount_cents BIGINT NOT NULL,
    captured_cents BIGINT NOT NULL,
    currency TEXT NOT NULL,
    provider_ref TEXT,
    provider_state {json} NOT NULL,
    next_url TEXT,
    buyer_message TEXT,
    checks INTEGER NOT NULL,
    next_check_on BIGINT,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, idempotency_key),
    FOREIGN KEY (website_id, order_id) REFERENCES orders (website_id, id) ON DELETE CASCADE
);

CREATE INDEX payment_by_order_id ON payment (website_id, order_id);

CREATE INDEX payment_by_next_check_on ON payment (website_id, next_check_on);

CREATE TABLE counter (
    website_id TEXT NOT NULL,
    name TEXT NOT NULL,
    value BIGINT NOT NULL,
    PRIMARY KEY (website_id, name)
);

CREATE TABLE mail (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    reference TEXT NOT NULL,
    to_address TEXT NOT NULL,
    subject TEXT NOT NULL,
    text_body TEXT NOT NULL,
    html_body TEXT NOT NULL,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    last_error TEXT,
    created_on BIGINT NOT NULL,
    sent_on BIGINT,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, kind, reference)
);

CREATE INDEX mail_by_created_on ON mail (website_id, created_on);

CREATE TABLE outbox (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    topic TEXT NOT NULL,
    payload {json} NOT NULL,
    due_on BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    last_error TEXT,
    created_on BIGINT NOT NULL,
    done_on BIGINT,
    PRIMARY KEY (website_id, id)
);

CREATE INDEX outbox_by_done_on_due_on ON outbox (website_id, done_on, due_on);

CREATE TABLE site_user (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    email TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, email)
);

CREATE TABLE site_session (
    website_id TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    expires_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, key)
);

CREATE TABLE submission (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    form_id TEXT NOT NULL,
    page_id TEXT NOT NULL,
    page_title TEXT NOT NULL,
    answers {json} NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
);

CREATE INDEX submission_by_form_id_created_on ON submission (website_id, form_id, created_on);

CREATE TABLE form_key (
    website_id TEXT NOT NULL,
    key TEXT NOT NULL,
    expires_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, key)
);

CREATE TABLE plugin_setting (
    website_id TEXT NOT NULL,
    plugin_id TEXT NOT NULL,
    enabled BOOLEAN NOT NULL,
    settings {json} NOT NULL,
    revision BIGINT NOT NULL,
    PRIMARY KEY (website_id, plugin_id)
);

CREATE TABLE plugin_storage (
    website_id TEXT NOT NULL,
    plugin_id TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    expires_on BIGINT,
    PRIMARY KEY (website_id, plugin_id, key)
);

CREATE TABLE audit (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    PRIMARY KEY (website_id, id)
);

CREATE INDEX audit_by_at ON audit (website_id, at);

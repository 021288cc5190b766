-- Files of digital products. They outlive their product: buyers keep access.
CREATE TABLE product_file (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    product_id TEXT NOT NULL,
    filename TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    blob_key TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
);

CREATE INDEX product_file_by_product_id ON product_file (website_id, product_id);

CREATE TABLE download (
    website_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    file_id TEXT NOT NULL,
    times BIGINT NOT NULL,
    last_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, order_id, file_id),
    FOREIGN KEY (website_id, order_id) REFERENCES orders (website_id, id) ON DELETE CASCADE,
    FOREIGN KEY (website_id, file_id) REFERENCES product_file (website_id, id) ON DELETE CASCADE
);

-- Former URLs of products, for redirects.
CREATE TABLE product_address (
    website_id TEXT NOT NULL,
    collection_id TEXT NOT NULL,
    url_id TEXT NOT NULL,
    product_id TEXT NOT NULL,
    PRIMARY KEY (website_id, collection_id, url_id),
    FOREIGN KEY (website_id, product_id) REFERENCES product (website_id, id) ON DELETE CASCADE
);

CREATE INDEX product_address_by_product_id ON product_address (website_id, product_id);

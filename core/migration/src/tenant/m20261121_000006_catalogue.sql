CREATE TABLE product_category (
    website_id TEXT NOT NULL,
    product_id TEXT NOT NULL,
    category_id TEXT NOT NULL,
    PRIMARY KEY (website_id, product_id, category_id),
    FOREIGN KEY (website_id, product_id) REFERENCES product (website_id, id) ON DELETE CASCADE,
    FOREIGN KEY (website_id, category_id) REFERENCES category (website_id, id) ON DELETE CASCADE
);

CREATE INDEX product_category_by_category_id ON product_category (website_id, category_id);

CREATE INDEX category_by_parent_id ON category (website_id, parent_id);

CREATE UNIQUE INDEX category_root ON category (website_id, collection_id) WHERE kind = 'ROOT';

CREATE INDEX variant_by_lower_sku ON variant (website_id, lower(sku));

ALTER TABLE product ADD COLUMN publish_on BIGINT;

ALTER TABLE product ADD COLUMN seo_title TEXT NOT NULL DEFAULT '';

ALTER TABLE product ADD COLUMN seo_description TEXT NOT NULL DEFAULT '';

ALTER TABLE product ADD COLUMN related_ids {json} NOT NULL DEFAULT '[]';

ALTER TABLE product ADD COLUMN scarcity {json};

ALTER TABLE product ADD COLUMN additional_fields {json};

CREATE INDEX product_by_publish_on ON product (website_id, publish_on);

-- Indexes for product lists in every sort order, except by price and stock, which are in the variants.
CREATE INDEX product_by_lower_name ON product (website_id, collection_id, lower(name), position, id);

CREATE INDEX product_by_updated_on ON product (website_id, collection_id, updated_on, position, id);

CREATE INDEX product_by_published_on ON product (website_id, collection_id, coalesce(publish_on, created_on), position, id);

CREATE INDEX product_by_place ON product (website_id, collection_id, position, id);

DROP INDEX product_by_collection_id_position;

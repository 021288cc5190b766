-- Index of all products of a site by last change.
CREATE INDEX product_by_site_and_updated_on ON product (website_id, updated_on, position, id);

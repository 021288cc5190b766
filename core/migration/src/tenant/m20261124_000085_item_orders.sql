-- Indexes for the sort orders of blog items.
CREATE INDEX item_by_publication ON item (website_id, collection_id, first_published_on, page_id);

CREATE INDEX collection_by_change ON collection (website_id, kind, updated_on, id);

CREATE INDEX collection_by_lower_title ON collection (website_id, kind, lower(title), id);

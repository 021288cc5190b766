-- Index for the hosts of a site.
CREATE INDEX host_by_website_id ON host (website_id, is_primary);

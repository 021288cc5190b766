CREATE INDEX audit_by_action ON audit (website_id, action, at, id);

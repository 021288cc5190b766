-- Index of the audit log by action.
CREATE INDEX audit_by_action ON audit (website_id, action, at, id);

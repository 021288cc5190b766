-- Plan of a site, set by the operator.
ALTER TABLE website ADD COLUMN plan TEXT;

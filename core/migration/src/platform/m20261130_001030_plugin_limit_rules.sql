-- The value of a limit that the operator has set for plugins, in the unit of its key.
ALTER TABLE plugin_rule ADD COLUMN value BIGINT;

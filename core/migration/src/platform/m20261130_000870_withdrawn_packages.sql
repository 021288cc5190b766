-- Why the publisher of a package has withdrawn it, as its index says.
ALTER TABLE plugin_package ADD COLUMN withdrawn TEXT;

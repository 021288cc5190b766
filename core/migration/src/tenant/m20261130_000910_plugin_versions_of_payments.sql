-- Digest of the version of the plugin that began a payment or saved a method: that of its package, or of the component of
-- the server's version. None of earlier ones, for which the version is called that the site uses.
ALTER TABLE payment ADD COLUMN plugin_digest TEXT;
ALTER TABLE saved_payment_method ADD COLUMN plugin_digest TEXT;

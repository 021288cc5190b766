-- Whether the shop was in test mode when a payment was begun: its provider goes on to be called so. None of earlier ones, for
-- which the mode is that of the shop at the time of the call.
ALTER TABLE payment ADD COLUMN shop_test_mode BOOLEAN;
-- A webhook asks which versions of a plugin still have payments.
CREATE INDEX payment_by_plugin_digest ON payment (website_id, plugin_digest);

-- In which mode of the shop a message was verified: what it tells counts for payments of that mode alone. None of earlier ones:
-- if they still wait, the provider is asked.
ALTER TABLE webhook_receipt ADD COLUMN shop_test_mode BOOLEAN;
-- A webhook asks whether a provider has payments of a mode, and which versions of its plugin have some.
DROP INDEX payment_by_plugin_digest;
CREATE INDEX payment_by_provider_and_mode ON payment (website_id, provider, shop_test_mode, plugin_digest);

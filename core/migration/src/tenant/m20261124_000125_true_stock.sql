-- What an order holds of the stock is found by the order.
CREATE INDEX stock_change_by_reference ON stock_change (website_id, reference);
-- Stock keeping units differ by more than the case of their letters.
DROP INDEX variant_by_lower_sku;
CREATE UNIQUE INDEX variant_by_lower_sku ON variant (website_id, lower(sku));

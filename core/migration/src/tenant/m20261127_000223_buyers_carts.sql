ALTER TABLE cart ADD COLUMN buyer_hash TEXT;

CREATE INDEX cart_by_buyer ON cart (website_id, buyer_hash);

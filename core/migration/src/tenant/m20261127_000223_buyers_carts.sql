-- Links the single-item carts of a browser to it, so that they are found when the buyer signs in.
ALTER TABLE cart ADD COLUMN buyer_hash TEXT;

CREATE INDEX cart_by_buyer ON cart (website_id, buyer_hash);

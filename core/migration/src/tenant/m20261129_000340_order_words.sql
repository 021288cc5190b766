-- The words in another language of the site that the shopper read when the order was placed, for the customer. The order
-- itself keeps those of the owner. NULL: none.
ALTER TABLE order_language ADD COLUMN words {json};

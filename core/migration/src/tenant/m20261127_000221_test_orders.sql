-- Whether an order is delivered, whether a payment attempt is in test mode, and whether a (demo) site delivers test
-- orders.
-- NULL: not noted; then test orders are not handed out, all others are.
ALTER TABLE orders ADD COLUMN hands_out BOOLEAN;
-- NULL: not noted.
ALTER TABLE payment ADD COLUMN test_mode BOOLEAN;
-- NULL: no.
ALTER TABLE site ADD COLUMN delivers_test_orders BOOLEAN;

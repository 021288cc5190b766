-- Collector's name of a cart, for pickup.
-- NULL: nobody said who picks it up.
ALTER TABLE cart ADD COLUMN collector TEXT;

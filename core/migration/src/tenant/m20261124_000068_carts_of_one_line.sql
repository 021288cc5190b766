-- Flag for single-item carts, which saves a query of another table for each cart.
-- NULL: not known; carts that were made before this column, or by a server that does not know it yet.
ALTER TABLE cart ADD COLUMN of_one_line BOOLEAN;

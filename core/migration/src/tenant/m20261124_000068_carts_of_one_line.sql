-- NULL: not known; carts that were made before this column, or by a server that does not know it yet.
ALTER TABLE cart ADD COLUMN of_one_line BOOLEAN;

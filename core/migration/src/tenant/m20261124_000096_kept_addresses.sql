-- Whether the address of a cart is to be saved in the buyer's account.
-- NULL: nobody said.
ALTER TABLE cart ADD COLUMN keeps_address BOOLEAN;

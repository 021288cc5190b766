-- NULL: nobody said.
ALTER TABLE cart ADD COLUMN keeps_address BOOLEAN;

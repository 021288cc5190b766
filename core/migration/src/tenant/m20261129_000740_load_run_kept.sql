-- What the removal of a load test kept because people or real money have to do with it, by kind. NULL: nothing.
ALTER TABLE load_run ADD COLUMN kept {json};

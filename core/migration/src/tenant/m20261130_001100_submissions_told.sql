ALTER TABLE submission ADD COLUMN told_on BIGINT;

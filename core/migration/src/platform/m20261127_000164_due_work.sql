-- Makes the list of due work complete: the worker visits only sites in it.
ALTER TABLE due_work ADD COLUMN written_until BIGINT;

-- What is due was found by looking at every site now and then; from here on it stands in this list alone.
INSERT INTO due_work (website_id, due_on)
SELECT id, 0 FROM website WHERE id NOT IN (SELECT website_id FROM due_work);

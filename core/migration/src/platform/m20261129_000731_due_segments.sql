-- The days of visitors' analytics are summed up once more, for their columns: a pass over each site finds those of its
-- days.
UPDATE due_work SET due_on = 0;

-- The days of visitors' analytics are summed up once more, for their columns: a pass over each site finds those of its
-- days. The passes are spread over six hours, so that work that is due meanwhile is not behind them;
-- what is due already stays so.
UPDATE due_work SET due_on = spread.due_on
FROM (
    SELECT website_id, {now} + row_number() OVER (ORDER BY website_id) * 21600000 / count(*) OVER () AS due_on
    FROM due_work
) AS spread
WHERE due_work.website_id = spread.website_id AND due_work.due_on > spread.due_on;

-- Index of variants with low stock that is not written with each sale.
-- Pieces in stock up to 100, and 100 for all that are more; nothing where stock is not counted. Postgres writes a changed
-- row beside the old one and leaves its indexes alone as long as no indexed column has another value: a variant of which
-- there is plenty is sold without writing to any index.
ALTER TABLE variant ADD COLUMN scarcity BIGINT GENERATED ALWAYS AS
    (CASE WHEN unlimited THEN NULL WHEN qty_in_stock < 100 THEN qty_in_stock ELSE 100 END) {generated};
CREATE INDEX variant_by_scarcity ON variant (website_id, scarcity, id);
DROP INDEX variant_by_qty_in_stock;

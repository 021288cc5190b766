-- Indexes for the admin's lists of orders, customers, discounts, stock and restock sign-ups.
-- Each index ends with the id, so that a page begins where the one before ended, and equals keep one order.
CREATE INDEX orders_by_grand_total ON orders (website_id, grand_total_cents, id);

CREATE INDEX orders_by_lower_name ON orders (website_id, lower(customer_name), id);

-- What customers are narrowed down by comes last: the index alone says who is left out.
CREATE INDEX customer_by_lower_name ON customer (website_id, lower(name), id, site_user_id, mail_consent_on);

CREATE INDEX customer_by_email ON customer (website_id, email, id, site_user_id, mail_consent_on);

CREATE INDEX customer_by_since ON customer (website_id, created_on, id, site_user_id, mail_consent_on);

DROP INDEX customer_by_created_on;

CREATE INDEX discount_by_lower_label ON discount (website_id, lower(label), id);

CREATE INDEX discount_by_code ON discount (website_id, coalesce(code_key, ''), id);

CREATE INDEX discount_by_created_on ON discount (website_id, created_on, id);

CREATE INDEX discount_by_ends_on ON discount (website_id, coalesce(ends_on, 9223372036854775807), id);

CREATE INDEX product_by_site_and_lower_name ON product (website_id, lower(name), id);

-- The pieces there are in steps that grow with them, what is not counted last. Postgres writes a changed row beside the
-- old one and leaves its indexes alone as long as no indexed column has another value: of a variant of which there is
-- plenty, most pieces are sold without writing to any index. `scarcity` goes with a later release: a server of the one
-- before may still ask for it.
ALTER TABLE variant ADD COLUMN pieces_band BIGINT GENERATED ALWAYS AS
    (CASE WHEN unlimited THEN 1000000
          WHEN qty_in_stock < 100 THEN qty_in_stock
          WHEN qty_in_stock < 1000 THEN 90 + qty_in_stock / 10
          WHEN qty_in_stock < 10000 THEN 180 + qty_in_stock / 100
          WHEN qty_in_stock < 100000 THEN 270 + qty_in_stock / 1000
          WHEN qty_in_stock < 1000000 THEN 360 + qty_in_stock / 10000
          WHEN qty_in_stock < 10000000 THEN 450 + qty_in_stock / 100000
          WHEN qty_in_stock < 100000000 THEN 540 + qty_in_stock / 1000000
          ELSE 630 + qty_in_stock / 10000000 END) {generated};

CREATE INDEX variant_by_pieces_band ON variant (website_id, pieces_band, id);

DROP INDEX variant_by_scarcity;

CREATE INDEX restock_sign_up_waiting_since ON restock_sign_up (website_id, signed_up_on, id) WHERE notified_on IS NULL;

CREATE INDEX restock_sign_up_of_variant ON restock_sign_up (website_id, variant_id, signed_up_on, id) WHERE notified_on IS NULL;

CREATE INDEX restock_sign_up_by_email ON restock_sign_up (website_id, product_id, email, id);

-- Products on the wishlists of customers and guests. A list is the rows of its owner: an account, or the hash of the
-- token in a guest's cookie.
CREATE TABLE wishlist_entry (
    website_id TEXT NOT NULL,
    owner TEXT NOT NULL,
    product_id TEXT NOT NULL,
    site_user_id TEXT,
    added_on BIGINT NOT NULL,
    emails_wanted BOOLEAN NOT NULL,
    sale_told BOOLEAN NOT NULL,
    PRIMARY KEY (website_id, owner, product_id),
    FOREIGN KEY (website_id, product_id) REFERENCES product (website_id, id) ON DELETE CASCADE,
    FOREIGN KEY (website_id, site_user_id) REFERENCES site_user (website_id, id) ON DELETE CASCADE
);
CREATE INDEX wishlist_entry_product ON wishlist_entry (website_id, product_id);
CREATE INDEX wishlist_entry_account ON wishlist_entry (website_id, site_user_id, added_on);

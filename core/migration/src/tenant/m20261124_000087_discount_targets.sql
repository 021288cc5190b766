CREATE TABLE discount_target (
    website_id TEXT NOT NULL,
    target_id TEXT NOT NULL,
    discount_id TEXT NOT NULL,
    PRIMARY KEY (website_id, target_id, discount_id),
    FOREIGN KEY (website_id, discount_id) REFERENCES discount (website_id, id) ON DELETE CASCADE
);

CREATE INDEX discount_target_by_discount ON discount_target (website_id, discount_id);

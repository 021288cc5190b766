-- Product reviews, and review request e-mails.
CREATE TABLE product_review (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    product_id TEXT NOT NULL,
    product_name TEXT NOT NULL,
    order_id TEXT NOT NULL,
    order_item_id TEXT NOT NULL,
    rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
    author TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    reply TEXT NOT NULL,
    replied_on BIGINT,
    created_on BIGINT NOT NULL,
    decided_on BIGINT,
    PRIMARY KEY (website_id, id)
);
CREATE UNIQUE INDEX product_review_line ON product_review (website_id, order_item_id);
CREATE INDEX product_review_product ON product_review (website_id, product_id, state, id);
CREATE INDEX product_review_state ON product_review (website_id, state, id);
CREATE INDEX product_review_order ON product_review (website_id, order_id);
CREATE TABLE review_request (
    website_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    person TEXT NOT NULL,
    sealed_email TEXT NOT NULL,
    leave_hash TEXT NOT NULL,
    written_on BIGINT,
    has_left BOOLEAN NOT NULL,
    PRIMARY KEY (website_id, order_id)
);
CREATE INDEX review_request_person ON review_request (website_id, person);
CREATE INDEX review_request_leave ON review_request (website_id, leave_hash);

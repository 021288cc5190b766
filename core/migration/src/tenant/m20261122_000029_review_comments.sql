-- Review comments of contributors on drafts.
CREATE TABLE review_comment (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    page_id TEXT NOT NULL,
    thread_id TEXT NOT NULL,
    block_id TEXT,
    block_kind TEXT,
    body TEXT NOT NULL,
    author TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    edited_on BIGINT,
    resolved_on BIGINT,
    resolved_by TEXT,
    PRIMARY KEY (website_id, id),
    FOREIGN KEY (website_id, page_id) REFERENCES collection (website_id, id) ON DELETE CASCADE
);

CREATE INDEX review_comment_by_page ON review_comment (website_id, page_id, id);

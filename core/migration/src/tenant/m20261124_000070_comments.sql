-- Visitors' comments on posts and pages, likes, and reports of comments.
CREATE TABLE visitor_comment (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    target_id TEXT NOT NULL,
    target_title TEXT NOT NULL,
    target_path TEXT NOT NULL,
    parent_id TEXT,
    author TEXT NOT NULL,
    email TEXT NOT NULL,
    site_user_id TEXT,
    by_site BOOLEAN NOT NULL,
    visitor TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    spam_signs TEXT NOT NULL,
    replies BIGINT NOT NULL,
    likes BIGINT NOT NULL,
    flags BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    edited_on BIGINT,
    PRIMARY KEY (website_id, id)
);
CREATE INDEX visitor_comment_thread ON visitor_comment (website_id, target_id, parent_id, id);
CREATE INDEX visitor_comment_state ON visitor_comment (website_id, state, id);
CREATE INDEX visitor_comment_email ON visitor_comment (website_id, email);
CREATE TABLE discussion (
    website_id TEXT NOT NULL,
    target_id TEXT NOT NULL,
    closed BOOLEAN NOT NULL,
    comments BIGINT NOT NULL,
    likes BIGINT NOT NULL,
    PRIMARY KEY (website_id, target_id)
);
CREATE TABLE visitor_mark (
    website_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    kind TEXT NOT NULL,
    visitor TEXT NOT NULL,
    site_user_id TEXT,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, subject, kind, visitor)
);

-- Operation log of pages, and presence of editors.
CREATE TABLE page_operation (
    website_id TEXT NOT NULL,
    page_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    client TEXT NOT NULL,
    number BIGINT NOT NULL,
    author TEXT NOT NULL,
    made_on BIGINT NOT NULL,
    kind TEXT NOT NULL,
    undoes TEXT,
    operations {json} NOT NULL,
    inverses {json} NOT NULL,
    changes {json} NOT NULL,
    remarks {json} NOT NULL,
    name TEXT,
    published_on BIGINT,
    snapshot {json},
    PRIMARY KEY (website_id, page_id, seq),
    FOREIGN KEY (website_id, page_id) REFERENCES collection (website_id, id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX page_operation_by_client ON page_operation (website_id, page_id, client, number);

CREATE INDEX page_operation_by_author ON page_operation (website_id, page_id, author, seq);

CREATE TABLE page_presence (
    website_id TEXT NOT NULL,
    page_id TEXT NOT NULL,
    client TEXT NOT NULL,
    account TEXT NOT NULL,
    seen_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, page_id, client),
    FOREIGN KEY (website_id, page_id) REFERENCES collection (website_id, id) ON DELETE CASCADE
);

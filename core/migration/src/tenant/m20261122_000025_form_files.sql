-- Files sent with forms. A row stays until its file is deleted from the blob store, so it has no foreign key to the
-- submission.
CREATE TABLE form_file (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    form_id TEXT NOT NULL,
    field TEXT NOT NULL,
    form_key TEXT NOT NULL,
    submission_id TEXT,
    filename TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    blob_key TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    expires_on BIGINT,
    PRIMARY KEY (website_id, id)
);

CREATE INDEX form_file_by_submission ON form_file (website_id, submission_id);

CREATE INDEX form_file_by_key ON form_file (website_id, form_key);

CREATE INDEX form_file_by_end ON form_file (website_id, expires_on);

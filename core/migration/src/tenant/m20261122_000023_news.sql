-- Unconfirmed newsletter subscribers, and unsubscribe links.
CREATE TABLE pending_subscriber (
    website_id TEXT NOT NULL,
    mailing_list_id TEXT NOT NULL,
    email TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    source TEXT NOT NULL,
    asked_on BIGINT NOT NULL,
    expires_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, mailing_list_id, email),
    UNIQUE (website_id, token_hash),
    FOREIGN KEY (website_id, mailing_list_id) REFERENCES mailing_list (website_id, id) ON DELETE CASCADE
);

CREATE INDEX pending_subscriber_by_email ON pending_subscriber (website_id, email);

ALTER TABLE subscriber ADD COLUMN leave_key TEXT;

CREATE UNIQUE INDEX subscriber_by_leave_key ON subscriber (website_id, leave_key);

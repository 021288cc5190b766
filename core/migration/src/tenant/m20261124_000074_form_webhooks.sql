-- Form webhooks.
CREATE TABLE webhook_key (
    website_id TEXT NOT NULL,
    sealed_key TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id)
);

CREATE TABLE webhook_delivery (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    url TEXT NOT NULL,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_on BIGINT NOT NULL,
    last_error TEXT,
    created_on BIGINT NOT NULL,
    sent_on BIGINT,
    PRIMARY KEY (website_id, id)
);

CREATE INDEX webhook_delivery_due ON webhook_delivery (website_id, status, due_on);

CREATE INDEX webhook_delivery_submission ON webhook_delivery (website_id, submission_id);

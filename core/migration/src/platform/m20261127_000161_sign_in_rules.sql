-- Sign-in requirements of sites, and e-mails about changes to an account.
ALTER TABLE website ADD COLUMN requires_second_factor BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE sign_in ADD COLUMN language TEXT;

CREATE TABLE account_notice (
    id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    change TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    due_on BIGINT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
);

CREATE INDEX account_notice_by_due_on ON account_notice (due_on);

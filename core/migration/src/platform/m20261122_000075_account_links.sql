-- Adds sign-up links next to password reset links. The former table `password_reset` stays, emptied, for a downgrade
-- to the previous version.
CREATE TABLE account_link (
    email TEXT NOT NULL,
    purpose TEXT NOT NULL,
    token_hash TEXT,
    wanted_on BIGINT NOT NULL,
    due_on BIGINT,
    expires_on BIGINT NOT NULL,
    PRIMARY KEY (email, purpose),
    UNIQUE (token_hash)
);

CREATE INDEX account_link_by_due_on ON account_link (due_on);

INSERT INTO account_link (email, purpose, token_hash, wanted_on, due_on, expires_on)
SELECT email, 'password', token_hash, wanted_on, due_on, expires_on FROM password_reset;

DELETE FROM password_reset;

-- Second factors, password reset, and the user agent of a session.
ALTER TABLE sign_in ADD COLUMN user_agent TEXT NOT NULL DEFAULT '';

CREATE INDEX sign_in_by_account_id ON sign_in (account_id, expires_on);

CREATE TABLE second_factor (
    account_id TEXT NOT NULL,
    sealed_secret TEXT NOT NULL,
    last_step BIGINT NOT NULL,
    wrong_codes INTEGER NOT NULL,
    wrong_since BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    confirmed_on BIGINT,
    PRIMARY KEY (account_id),
    FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
);

CREATE TABLE recovery_code (
    account_id TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    PRIMARY KEY (account_id, code_hash),
    FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
);

CREATE TABLE password_reset (
    email TEXT NOT NULL,
    token_hash TEXT,
    wanted_on BIGINT NOT NULL,
    due_on BIGINT,
    expires_on BIGINT NOT NULL,
    PRIMARY KEY (email),
    UNIQUE (token_hash)
);

CREATE INDEX password_reset_by_due_on ON password_reset (due_on);

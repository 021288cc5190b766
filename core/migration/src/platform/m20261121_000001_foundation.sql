CREATE TABLE account (
    id TEXT NOT NULL,
    email TEXT NOT NULL,
    name TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (email)
);

CREATE TABLE website (
    id TEXT NOT NULL,
    identifier TEXT NOT NULL,
    title TEXT NOT NULL,
    status TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (identifier)
);

CREATE TABLE host (
    host TEXT NOT NULL,
    website_id TEXT NOT NULL,
    is_primary BOOLEAN NOT NULL,
    PRIMARY KEY (host),
    FOREIGN KEY (website_id) REFERENCES website (id) ON DELETE CASCADE
);

CREATE TABLE membership (
    website_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    role INTEGER NOT NULL,
    PRIMARY KEY (website_id, account_id, role),
    FOREIGN KEY (website_id) REFERENCES website (id) ON DELETE CASCADE,
    FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
);

CREATE INDEX membership_by_account_id ON membership (account_id);

CREATE TABLE sign_in (
    id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    previous_hash TEXT,
    rotated_on BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    expires_on BIGINT NOT NULL,
    revoked_on BIGINT,
    PRIMARY KEY (id),
    FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
);

CREATE TABLE due_work (
    website_id TEXT NOT NULL,
    due_on BIGINT NOT NULL,
    PRIMARY KEY (website_id)
);

CREATE INDEX due_work_by_due_on ON due_work (due_on);

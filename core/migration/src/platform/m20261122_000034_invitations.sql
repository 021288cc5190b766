-- Invitations of contributors.
CREATE TABLE invitation (
    id TEXT NOT NULL,
    website_id TEXT NOT NULL,
    email TEXT NOT NULL,
    roles {json} NOT NULL,
    token_hash TEXT NOT NULL,
    invited_by TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    expires_on BIGINT NOT NULL,
    accepted_on BIGINT,
    PRIMARY KEY (id),
    UNIQUE (token_hash),
    FOREIGN KEY (website_id) REFERENCES website (id) ON DELETE CASCADE
);

CREATE INDEX invitation_by_website_id ON invitation (website_id, email);

-- E-mailed links stay valid when another one is requested.
CREATE TABLE earlier_account_link (
    token_hash TEXT NOT NULL,
    email TEXT NOT NULL,
    purpose TEXT NOT NULL,
    expires_on BIGINT NOT NULL,
    PRIMARY KEY (token_hash)
);

CREATE INDEX earlier_account_link_by_email ON earlier_account_link (email, purpose);

-- Payment methods that customers saved at a provider. owner: the id of the account; empty once it is removed, until the
-- provider has forgotten it.
CREATE TABLE saved_payment_method (
    website_id TEXT NOT NULL,
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    provider TEXT NOT NULL,
    method TEXT NOT NULL,
    test_mode BOOLEAN NOT NULL,
    sealed_token TEXT NOT NULL,
    label TEXT NOT NULL,
    expires_on BIGINT,
    created_on BIGINT NOT NULL,
    forget_on BIGINT,
    tries INTEGER NOT NULL,
    PRIMARY KEY (website_id, owner, id)
) {rowless};
ALTER TABLE payment ADD COLUMN saved_use {json};

-- Mailing lists with subscribers, and pending changes of account e-mail addresses.
CREATE TABLE mailing_list (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, name)
);

CREATE TABLE subscriber (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    mailing_list_id TEXT NOT NULL,
    email TEXT NOT NULL,
    source TEXT NOT NULL,
    language TEXT,
    consented_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id),
    UNIQUE (website_id, mailing_list_id, email),
    FOREIGN KEY (website_id, mailing_list_id) REFERENCES mailing_list (website_id, id) ON DELETE CASCADE
);

CREATE INDEX subscriber_by_email ON subscriber (website_id, email);

CREATE TABLE site_user_new_email (
    website_id TEXT NOT NULL,
    site_user_id TEXT NOT NULL,
    email TEXT NOT NULL,
    asked_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, site_user_id),
    FOREIGN KEY (website_id, site_user_id) REFERENCES site_user (website_id, id) ON DELETE CASCADE
);

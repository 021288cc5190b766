-- Former e-mail addresses of accounts: data under them still belongs to the account.
CREATE TABLE customer_former_email (
    website_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    email TEXT NOT NULL,
    changed_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, customer_id, email),
    FOREIGN KEY (website_id, customer_id) REFERENCES customer (website_id, id) ON DELETE CASCADE
);

CREATE INDEX customer_former_email_by_email ON customer_former_email (website_id, email);

CREATE INDEX customer_by_site_user_id ON customer (website_id, site_user_id);

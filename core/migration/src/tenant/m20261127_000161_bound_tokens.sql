-- E-mailed tokens of site users are bound to the address they were sent to; index to count e-mails per address.
ALTER TABLE site_user_token ADD COLUMN bound_to TEXT;

CREATE INDEX mail_by_to_address ON mail (website_id, to_address, created_on);

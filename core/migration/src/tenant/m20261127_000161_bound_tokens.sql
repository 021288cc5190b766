ALTER TABLE site_user_token ADD COLUMN bound_to TEXT;

CREATE INDEX mail_by_to_address ON mail (website_id, to_address, created_on);

ALTER TABLE form_key ADD COLUMN captcha_solved_on BIGINT;

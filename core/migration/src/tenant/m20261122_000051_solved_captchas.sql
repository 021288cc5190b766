-- Records in the form key that the captcha was solved, since it is solved before files are uploaded and services
-- accept each token once.
ALTER TABLE form_key ADD COLUMN captcha_solved_on BIGINT;

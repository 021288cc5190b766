-- Inbox of form submissions: folders, stars, read state; form keys bound to a browser; reply-to addresses of e-mails.
ALTER TABLE submission ADD COLUMN folder TEXT NOT NULL DEFAULT 'inbox';

ALTER TABLE submission ADD COLUMN starred BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE submission ADD COLUMN read_on BIGINT;

ALTER TABLE submission ADD COLUMN page_path TEXT NOT NULL DEFAULT '';

ALTER TABLE submission ADD COLUMN content_source TEXT NOT NULL DEFAULT '';

ALTER TABLE submission ADD COLUMN captcha BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE submission ADD COLUMN spam_signs TEXT NOT NULL DEFAULT '';

CREATE INDEX submission_by_folder ON submission (website_id, form_id, folder, id);

ALTER TABLE form_key ADD COLUMN browser TEXT NOT NULL DEFAULT '';

ALTER TABLE mail ADD COLUMN reply_to TEXT;

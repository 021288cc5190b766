-- Covering index to count form submissions.
CREATE INDEX submission_counted ON submission (website_id, form_id, folder, read_on);

-- Unsubscribe URL of e-mails, for one-click unsubscribe in e-mail programs.
ALTER TABLE mail ADD COLUMN leave_url TEXT;

ALTER TABLE mail ADD COLUMN due_on BIGINT NOT NULL DEFAULT 0;
ALTER TABLE mail ADD COLUMN give_up_on BIGINT NOT NULL DEFAULT 0;
ALTER TABLE mail ADD COLUMN priority INTEGER NOT NULL DEFAULT 1;
ALTER TABLE mail ADD COLUMN awaits_server BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE mail ADD COLUMN is_sending BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX mail_queued ON mail (website_id, priority, due_on) WHERE status = 'queued';
CREATE INDEX mail_failed ON mail (website_id, created_on) WHERE status = 'failed';

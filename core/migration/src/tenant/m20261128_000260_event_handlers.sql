-- Records which handlers of an event have succeeded, and which events were given up.
ALTER TABLE outbox ADD COLUMN handled TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN dead_on BIGINT;

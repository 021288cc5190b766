-- Who listens to which events of the site. An event that nobody listens to is not written.
CREATE TABLE event_listener (
    website_id TEXT NOT NULL,
    topic TEXT NOT NULL,
    kind TEXT NOT NULL,
    subscriber TEXT NOT NULL,
    PRIMARY KEY (website_id, topic, kind, subscriber)
);
-- What happened on the site, written in the transaction of the change. An event is deleted with its last delivery.
-- person: the e-mail address in the payload, lower case, so that a person's data can be erased.
CREATE TABLE event_outbox (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    topic TEXT NOT NULL,
    object_id TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    payload {json} NOT NULL,
    person TEXT,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
);
CREATE INDEX event_outbox_object ON event_outbox (website_id, object_id, sequence);
CREATE INDEX event_outbox_person ON event_outbox (website_id, person);
-- The delivery of an event to a subscriber. Of those to one subscriber about one object, only the first that waits is
-- tried.
CREATE TABLE event_delivery (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    topic TEXT NOT NULL,
    kind TEXT NOT NULL,
    subscriber TEXT NOT NULL,
    object_id TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_on BIGINT NOT NULL,
    first_tried_on BIGINT,
    last_tried_on BIGINT,
    last_error TEXT,
    created_on BIGINT NOT NULL,
    dead_on BIGINT,
    PRIMARY KEY (website_id, id),
    FOREIGN KEY (website_id, event_id) REFERENCES event_outbox (website_id, id) ON DELETE CASCADE
);
CREATE INDEX event_delivery_due ON event_delivery (website_id, status, due_on);
CREATE INDEX event_delivery_object ON event_delivery (website_id, subscriber, object_id, sequence);
CREATE INDEX event_delivery_event ON event_delivery (website_id, event_id);
-- When the jobs of the site's plugins are due. cadence: every:<milliseconds> or daily:<hh:mm>, in the site's time zone.
-- asked_on: a contributor wants it to run now.
CREATE TABLE plugin_schedule (
    website_id TEXT NOT NULL,
    plugin_id TEXT NOT NULL,
    name TEXT NOT NULL,
    cadence TEXT NOT NULL,
    due_on BIGINT NOT NULL,
    asked_on BIGINT,
    PRIMARY KEY (website_id, plugin_id, name)
);
-- The last runs of each job.
CREATE TABLE plugin_run (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    plugin_id TEXT NOT NULL,
    name TEXT NOT NULL,
    scheduled_on BIGINT NOT NULL,
    began_on BIGINT NOT NULL,
    ended_on BIGINT,
    status TEXT NOT NULL,
    error TEXT,
    PRIMARY KEY (website_id, id)
);
CREATE INDEX plugin_run_job ON plugin_run (website_id, plugin_id, name, id);

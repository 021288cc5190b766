-- Former names of mailing lists, since pages refer to them by name. Index for pagination of subscribers.
ALTER TABLE mailing_list ADD COLUMN former_names {json} NOT NULL DEFAULT '[]';

CREATE INDEX subscriber_by_list ON subscriber (website_id, mailing_list_id, id);

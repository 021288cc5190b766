-- What contributors add to the reports on visitors: notes on days, links to the figures for people without an account,
-- and who wants the figures by e-mail.
CREATE TABLE analytics_annotation (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    day TEXT NOT NULL,
    text TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
);
CREATE INDEX analytics_annotation_day ON analytics_annotation (website_id, day);
CREATE TABLE analytics_share_link (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    label TEXT NOT NULL,
    secret TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    expires_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, id)
);
CREATE TABLE analytics_email_report (
    website_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    frequency TEXT NOT NULL,
    next_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, account_id)
);
CREATE INDEX analytics_email_report_next ON analytics_email_report (website_id, next_on);

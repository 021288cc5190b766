-- Trials of sites. Running trials restart when the program first sees them.
CREATE TABLE trial (
    website_id TEXT NOT NULL,
    began_on BIGINT NOT NULL,
    ends_on BIGINT NOT NULL,
    extended_on BIGINT,
    PRIMARY KEY (website_id)
);

CREATE INDEX trial_by_ends_on ON trial (ends_on);

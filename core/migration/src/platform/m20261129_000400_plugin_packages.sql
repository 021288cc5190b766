-- Packages of plugins. Their bytes are in the file store. The owner is a site, or empty for packages that all sites may
-- choose.
CREATE TABLE plugin_package (
    digest TEXT NOT NULL,
    owner TEXT NOT NULL,
    plugin_id TEXT NOT NULL,
    version TEXT NOT NULL,
    name TEXT NOT NULL,
    summary TEXT NOT NULL,
    publisher_key TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    component_digest TEXT NOT NULL,
    kinds {json} NOT NULL,
    permissions {json} NOT NULL,
    face {json} NOT NULL,
    report {json} NOT NULL,
    origin TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (digest, owner)
);

CREATE INDEX plugin_package_by_owner ON plugin_package (owner);

-- What the operator decides about plugins.
CREATE TABLE plugin_rule (
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    package TEXT,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (kind, subject)
);

-- The highest serial number seen of each index of plugins: an earlier state of it is refused.
CREATE TABLE plugin_index (
    source TEXT NOT NULL,
    serial BIGINT NOT NULL,
    seen_on BIGINT NOT NULL,
    PRIMARY KEY (source)
);

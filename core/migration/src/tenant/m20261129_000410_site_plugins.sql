-- The version of a plugin that a site uses, and what its contributors agreed to.
CREATE TABLE plugin_installation (
    website_id TEXT NOT NULL,
    plugin_id TEXT NOT NULL,
    -- SHA-256 of the package. NULL: the version of the server.
    digest TEXT,
    version TEXT NOT NULL,
    -- The permissions that were agreed to. NULL: those of the version of the server.
    agreed {json},
    -- What is granted of the permissions that can be narrowed. NULL: all that the plugin asks for.
    grants {json},
    -- The version before, with the settings that it had. NULL: none.
    previous {json},
    switched_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, plugin_id)
);

-- Secrets that contributors entered for a plugin, encrypted.
CREATE TABLE plugin_secret (
    website_id TEXT NOT NULL,
    plugin_id TEXT NOT NULL,
    name TEXT NOT NULL,
    sealed_value TEXT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, plugin_id, name)
);

-- Calls of a plugin within an hour, by what was called.
CREATE TABLE plugin_activity (
    website_id TEXT NOT NULL,
    plugin_id TEXT NOT NULL,
    -- Counted from the epoch in UTC.
    hour BIGINT NOT NULL,
    kind TEXT NOT NULL,
    calls BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    -- Number of calls by their duration.
    durations {json} NOT NULL,
    PRIMARY KEY (website_id, plugin_id, hour, kind)
);

-- The last lines that plugins wrote.
CREATE TABLE plugin_log (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    plugin_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    level TEXT NOT NULL,
    version TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (website_id, id)
);
CREATE INDEX plugin_log_by_plugin ON plugin_log (website_id, plugin_id, at);

-- The last changes of the plugins of a site.
CREATE TABLE plugin_change (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    plugin_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    version TEXT NOT NULL,
    reason TEXT,
    PRIMARY KEY (website_id, id)
);
CREATE INDEX plugin_change_by_plugin ON plugin_change (website_id, plugin_id, at);

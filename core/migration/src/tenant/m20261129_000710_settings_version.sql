-- The version of a plugin's settings that those of the site are made for: a later version of the plugin changes them.
ALTER TABLE plugin_setting ADD COLUMN settings_version BIGINT NOT NULL DEFAULT 1;

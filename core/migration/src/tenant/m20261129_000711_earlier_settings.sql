-- The settings of a plugin as they were saved for other versions of its settings, by these: a return to one finds them.
ALTER TABLE plugin_setting ADD COLUMN earlier {json};

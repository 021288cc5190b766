-- Why a scheduled publication failed.
ALTER TABLE page_setting ADD COLUMN publish_failure {json};

//! Feature switches are off on new sites. Sites that exist keep what they had: limits of long texts in forms are offered,
//! and e-mails are in the language of the customer.

use sea_orm_migration::sea_orm::{DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

/// Beginning of the settings of a site that exists.
const ON: &str = r#"{"formTextLimits": true, "multilingualEmails": true"#;

/// Puts the switches before the settings, which keep their own value where they have one, and into new rows.
fn statements(json: &str) -> [String; 2] {
    [
        format!(
            "UPDATE website_setting SET settings = CAST('{ON}, ' || substr(CAST(settings AS TEXT), 2) AS {json}) \
             WHERE CAST(settings AS TEXT) LIKE '{{\"%'"
        ),
        format!(
            "INSERT INTO website_setting (website_id, settings, revision, updated_on) \
             SELECT site.website_id, CAST('{ON}}}' AS {json}), 1, site.updated_on FROM site \
             WHERE NOT EXISTS (SELECT 1 FROM website_setting WHERE website_setting.website_id = site.website_id)"
        ),
    ]
}

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261129_000561_feature_switches"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let json = if manager.get_database_backend() == DbBackend::Postgres { "jsonb" } else { "TEXT" };
        let statements = statements(json);
        let statements: Vec<&str> = statements.iter().map(String::as_str).collect();
        script::run_on_all_sites(manager, &["site", "website_setting"], &statements).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}

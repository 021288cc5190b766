//! View mode of a category; by default that of its store.

use async_trait::async_trait;
use sea_orm_migration::sea_orm::DbErr;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

/// Categories were created with the view mode `list` while it had no effect; they keep looking like their store.
const AS_THE_STORE: &str =
    "UPDATE category SET page_rendering = 'STORE_VIEW' WHERE kind = 'CATEGORY' AND page_rendering = 'LIST_VIEW'";

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261124_000126_category_views"
    }
}

#[async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run_on_all_sites(manager, &["category"], &[AS_THE_STORE]).await
    }
}

//! Products of a category stand as its owner chose for it, or as in all of its store.

use async_trait::async_trait;
use sea_orm_migration::sea_orm::DbErr;
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

/// Lists were what categories began with while it made no difference, so they go on looking like their store.
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
        script::of_all_sites(manager, &["category"], &[AS_THE_STORE]).await
    }
}

//! Blog items become pages with a draft, a log and settings. The published version stays in `post`.

use sea_orm_migration::sea_orm::{DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261122_000044_items.sql");

/// The page of a post gets the post's id with the prefix of pages. Its stored slug is below the id of its blog, which
/// is not a URL of visitors.
const PAGES: &str = "INSERT INTO collection (website_id, id, kind, type_code, title, navigation_title, url_id, description, \
    enabled, is_home, draft, revision, published, published_revision, published_on, seo_title, seo_description, position, \
    created_on, updated_on) \
    SELECT website_id, 'col_' || substr(id, 5), 'item', 1, title, title, collection_id || '/' || url_id, '', TRUE, FALSE, \
    document, 1, CASE WHEN published_on IS NULL THEN NULL ELSE document END, \
    CASE WHEN published_on IS NULL THEN NULL ELSE 1 END, published_on, '', '', 0, created_on, updated_on FROM post";

const CATEGORIES_SQLITE: &str = "UPDATE post SET categories = json_array(substr(json_extract(tags, '$[0]'), 1, 25)) \
    WHERE json_array_length(tags) > 0";
const CATEGORIES_POSTGRES: &str = "UPDATE post SET categories = jsonb_build_array(left(tags->>0, 25)) \
    WHERE jsonb_array_length(tags) > 0";

/// Blocks showed the first tag of a post as its category; it becomes its category.
fn categories(backend: DbBackend) -> &'static str {
    match backend {
        DbBackend::Postgres => CATEGORIES_POSTGRES,
        _ => CATEGORIES_SQLITE,
    }
}

fn items(backend: DbBackend) -> String {
    let fields = match backend {
        DbBackend::Postgres => {
            "jsonb_build_object('excerpt', excerpt, 'author', author, 'image', image_asset_id, 'tags', tags, \
             'categories', categories)"
        }
        _ => {
            "json_object('excerpt', excerpt, 'author', author, 'image', image_asset_id, 'tags', json(tags), \
             'categories', json(categories))"
        }
    };
    format!(
        "INSERT INTO item (website_id, page_id, collection_id, post_id, draft, published, first_published_on) \
         SELECT website_id, 'col_' || substr(id, 5), collection_id, id, {fields}, \
         CASE WHEN published_on IS NULL THEN NULL ELSE {fields} END, published_on FROM post"
    )
}

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261122_000044_items"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let backend = manager.get_database_backend();
        script::run(manager, SCRIPT).await?;
        let statements = [categories(backend), PAGES, &items(backend), "DELETE FROM post WHERE published_on IS NULL"];
        script::run_on_all_sites(manager, &["collection", "post"], &statements).await?;
        script::enable_row_level_security(manager, SCRIPT).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}

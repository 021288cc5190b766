//! Rows of pages, blogs and stores without their documents: lists are read often, and documents can be long.

use sea_orm::prelude::Json;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait as _, FromQueryResult};
use stoa_entity::tenant::collection::{self, Column};
use stoa_entity::{DbError, Find, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::CollectionKind;
use stoa_kernel::id::CollectionId;

use super::model::in_trash;

/// A row without its draft.
pub(crate) struct PageWithoutDocument {
    /// The row; includes the published document if requested.
    pub(crate) row: collection::Model,
    /// Whether something is published.
    pub(crate) is_published: bool,
}

/// All pages, blogs, stores and folders outside the trash, in their order; without items and areas of the theme.
pub(crate) fn kept(tx: &TenantTx) -> Find<'_, collection::Entity> {
    tx.find::<collection::Entity>()
        .filter(Column::UrlId.not_like(in_trash()))
        .filter(Column::Kind.is_not_in(CollectionKind::values_where(CollectionKind::is_nested)))
        .order_by_asc(Column::Position)
        .order_by_asc(Column::Id)
}

/// Rows without their documents, or with the published document only.
pub(crate) async fn read(
    tx: &TenantTx,
    find: Find<'_, collection::Entity>,
    with_published: bool,
) -> Result<Vec<PageWithoutDocument>, DbError> {
    let published = if with_published { Expr::col(Column::Published) } else { Expr::value(Option::<Json>::None) };
    let expressions = vec![(published, "published"), (Column::Published.is_not_null(), "is_published")];
    let rows: Vec<Row> = find.select_columns_and(&COLUMNS, expressions).await?;
    Ok(rows.into_iter().map(|row| row.into_page(tx)).collect())
}

const COLUMNS: [Column; 17] = [
    Column::Id,
    Column::Kind,
    Column::TypeCode,
    Column::Title,
    Column::NavigationTitle,
    Column::UrlId,
    Column::Description,
    Column::Enabled,
    Column::IsHome,
    Column::Revision,
    Column::PublishedRevision,
    Column::PublishedOn,
    Column::SeoTitle,
    Column::SeoDescription,
    Column::Position,
    Column::CreatedOn,
    Column::UpdatedOn,
];

#[derive(FromQueryResult)]
struct Row {
    id: CollectionId,
    kind: CollectionKind,
    type_code: i32,
    title: String,
    navigation_title: String,
    url_id: String,
    description: String,
    enabled: bool,
    is_home: bool,
    revision: i64,
    published_revision: Option<i64>,
    published_on: Option<Timestamp>,
    seo_title: String,
    seo_description: String,
    position: i32,
    created_on: Timestamp,
    updated_on: Timestamp,
    published: Option<Json>,
    is_published: bool,
}

impl Row {
    fn into_page(self, tx: &TenantTx) -> PageWithoutDocument {
        let row = collection::Model {
            website_id: tx.website().clone(),
            id: self.id,
            kind: self.kind,
            type_code: self.type_code,
            title: self.title,
            navigation_title: self.navigation_title,
            url_id: self.url_id,
            description: self.description,
            enabled: self.enabled,
            is_home: self.is_home,
            draft: None,
            revision: self.revision,
            published: self.published,
            published_revision: self.published_revision,
            published_on: self.published_on,
            seo_title: self.seo_title,
            seo_description: self.seo_description,
            position: self.position,
            created_on: self.created_on,
            updated_on: self.updated_on,
        };
        PageWithoutDocument { row, is_published: self.is_published }
    }
}

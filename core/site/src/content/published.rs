use sea_orm::ColumnTrait;
use stoa_document::Document;
use stoa_entity::TenantTx;
use stoa_entity::tenant::collection::{self, Column};
use stoa_kernel::id::CollectionId;

use super::model::{CollectionKind, PAGE_TYPE_CODE, PageDetail};
use crate::{SiteError, columns};

/// A page, blog or store as visitors see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Collection {
    /// Its id.
    pub id: CollectionId,
    /// Which kind it is.
    pub kind: CollectionKind,
    /// Collection type number.
    pub type_code: i32,
    /// Heading.
    pub title: String,
    /// Text in navigations.
    pub navigation_title: String,
    /// Address below the root.
    pub url_id: String,
    /// Path on the site.
    pub full_url: String,
    /// Text under the heading.
    pub description: String,
    /// Whether it answers at the root.
    pub is_home: bool,
    /// Its blocks, when it is a page that was published.
    pub document: Option<Document>,
    /// Title for search engines; empty to use the title.
    pub seo_title: String,
    /// Description for search engines.
    pub seo_description: String,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
}

impl Collection {
    /// Whether there is something to show: pages must have been published.
    pub fn is_visible(&self) -> bool {
        self.kind != CollectionKind::Page || self.document.is_some()
    }

    /// A page as it would be if a draft were published.
    pub fn of_draft(page: PageDetail, document: Document) -> Self {
        let summary = page.summary;
        Self {
            id: summary.id,
            kind: summary.kind,
            type_code: PAGE_TYPE_CODE,
            title: summary.title,
            navigation_title: summary.navigation_title,
            url_id: summary.url_id,
            full_url: summary.full_url,
            description: String::new(),
            is_home: summary.is_home,
            document: Some(document),
            seo_title: page.seo_title,
            seo_description: page.seo_description,
            updated_on: summary.updated_on,
        }
    }

    fn from_row(row: collection::Model) -> Result<Self, SiteError> {
        Ok(Self {
            kind: CollectionKind::from_name(&row.kind)?,
            full_url: if row.is_home { "/".to_owned() } else { format!("/{}", row.url_id) },
            document: row
                .published
                .as_ref()
                .filter(|document| !document.is_null())
                .map(|document| columns::read("collection.published", document))
                .transpose()?,
            id: row.id,
            type_code: row.type_code,
            title: row.title,
            navigation_title: row.navigation_title,
            url_id: row.url_id,
            description: row.description,
            is_home: row.is_home,
            seo_title: row.seo_title,
            seo_description: row.seo_description,
            updated_on: row.updated_on,
        })
    }
}

async fn one(tx: &TenantTx, condition: sea_orm::sea_query::SimpleExpr) -> Result<Option<Collection>, SiteError> {
    let row = tx.find::<collection::Entity>().filter(condition).filter(Column::Enabled.eq(true)).one().await?;
    Ok(row.map(Collection::from_row).transpose()?.filter(Collection::is_visible))
}

/// What answers at the root.
///
/// # Errors
/// When the database refuses.
pub async fn home(tx: &TenantTx) -> Result<Option<Collection>, SiteError> {
    one(tx, Column::IsHome.eq(true)).await
}

/// What answers at an address below the root.
///
/// # Errors
/// When the database refuses.
pub async fn by_url(tx: &TenantTx, url_id: &str) -> Result<Option<Collection>, SiteError> {
    one(tx, Column::UrlId.eq(url_id)).await
}

/// The page, blog or store of an id, when visitors see it.
///
/// # Errors
/// When the database refuses.
pub async fn published_by_id(tx: &TenantTx, id: &CollectionId) -> Result<Option<Collection>, SiteError> {
    one(tx, Column::Id.eq(id.clone())).await
}

/// Everything that visitors can open at the top level, in its order.
///
/// # Errors
/// When the database refuses.
pub async fn collections(tx: &TenantTx) -> Result<Vec<Collection>, SiteError> {
    let rows = tx
        .find::<collection::Entity>()
        .filter(Column::Enabled.eq(true))
        .order_by_asc(Column::Position)
        .order_by_asc(Column::Id)
        .all()
        .await?;
    let mut collections = Vec::with_capacity(rows.len());
    for row in rows {
        let collection = Collection::from_row(row)?;
        if collection.is_visible() {
            collections.push(collection);
        }
    }
    Ok(collections)
}

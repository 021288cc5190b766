//! Pages as visitors see them.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::SimpleExpr;
use stoa_document::Document;
use stoa_entity::json_column;
use stoa_entity::tenant::collection::{self, Column};
use stoa_entity::tenant::page_setting;
use stoa_entity::{Find, TenantTx};
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionKind, CollectionType, PageAccess, ViewMode};
use stoa_kernel::id::{AssetId, CollectionId};

use super::lock::PageLock;
use super::model::{AREA_MARK, PageDetail, path_of};
use super::operations;
use super::page_metadata::{self, FolderBehavior, PublishedMetadata};
use super::page_without_document::{self, PageWithoutDocument, kept};
use crate::{SiteError, translations};

/// A page, blog or store as visitors see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Collection {
    /// Its id.
    pub id: CollectionId,
    /// Its kind.
    pub kind: CollectionKind,
    /// Collection type number.
    pub type_code: i32,
    /// Title.
    pub title: String,
    /// Title in navigations.
    pub navigation_title: String,
    /// URL slug at the top level.
    pub url_id: String,
    /// Path on the site.
    pub full_url: String,
    /// Text under the title.
    pub description: String,
    /// Whether it is the home page.
    pub is_home: bool,
    /// Its published document, for pages; none in lists.
    pub document: Option<Document>,
    /// Title for search engines; empty to use the title.
    pub seo_title: String,
    /// Description for search engines.
    pub seo_description: String,
    /// Access and metadata.
    pub settings: PublishedSettings,
    /// When the published content was last changed, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// Access and metadata of a published page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PublishedSettings {
    /// Who may open it.
    pub access: PageAccess,
    /// Password protection; none if it has no password.
    pub lock: Option<PageLock>,
    /// What the URL of a folder returns.
    pub folder_behavior: FolderBehavior,
    /// How a store or blog lists its items.
    pub view_mode: ViewMode,
    /// Whether search engines are asked not to index it (`noindex`).
    pub no_index: bool,
    /// Elements for the `<head>` of the page, one per line.
    pub head: String,
    /// Image for link previews.
    pub share_image: Option<AssetId>,
}

impl PublishedSettings {
    fn from_row(own: &page_setting::Model, face: PublishedMetadata) -> Self {
        let hash = own.password_hash.clone().filter(|_| own.access == PageAccess::Password);
        Self {
            access: own.access,
            lock: hash.map(|hash| PageLock::new(own.collection_id.clone(), hash)),
            folder_behavior: own.folder_behavior.and_then(FolderBehavior::from_code).unwrap_or_default(),
            view_mode: own.view_mode,
            no_index: face.no_index,
            head: face.head,
            share_image: face.share_image,
        }
    }
}

impl Collection {
    /// Whether it is a splash page, without header and footer.
    pub fn is_splash(&self) -> bool {
        self.type_code == CollectionType::SplashPage.code()
    }

    /// Id by which templates refer to an area; none for other kinds.
    pub fn area_id(&self) -> Option<&str> {
        (self.kind == CollectionKind::Area).then(|| self.url_id.trim_start_matches(AREA_MARK))
    }

    /// A page as it would be if this draft were published.
    pub fn of_draft(page: PageDetail, document: Document) -> Self {
        let summary = page.summary;
        Self {
            id: summary.id,
            kind: summary.kind,
            type_code: summary.collection_type.code(),
            title: summary.title,
            navigation_title: summary.navigation_title,
            url_id: summary.url_id,
            full_url: summary.full_url,
            description: String::new(),
            is_home: summary.is_home,
            document: Some(document),
            seo_title: page.seo_title,
            seo_description: page.seo_description,
            settings: PublishedSettings::default(),
            updated_on: summary.updated_on,
        }
    }

    /// The whole draft of a page, with all settings that would be published with it. Without access restrictions, and
    /// marked `noindex`.
    pub(super) fn of_draft_row(row: collection::Model, own: Option<&page_setting::Model>) -> Result<Self, SiteError> {
        let face = page_metadata::drafted(&row, own);
        let document = operations::draft_of(&row)?.document;
        let mut draft = Self::shown(row, own, face, Some(document))?;
        (draft.settings.access, draft.settings.lock) = (PageAccess::Public, None);
        draft.settings.no_index = true;
        Ok(draft)
    }

    pub(super) fn of_row(row: collection::Model, own: Option<&page_setting::Model>) -> Result<Self, SiteError> {
        let face = page_metadata::shown(&row, own);
        let published = row.published.as_ref().filter(|document| !document.is_null());
        let document = published.map(|document| json_column::read("collection.published", document)).transpose()?;
        Self::shown(row, own, face, document)
    }

    fn shown(
        row: collection::Model,
        own: Option<&page_setting::Model>,
        face: PublishedMetadata,
        document: Option<Document>,
    ) -> Result<Self, SiteError> {
        Ok(Self {
            kind: row.kind,
            full_url: path_of(&row),
            document,
            id: row.id,
            type_code: row.type_code,
            title: face.title.clone(),
            navigation_title: face.navigation_title.clone(),
            url_id: row.url_id,
            description: row.description,
            is_home: row.is_home,
            seo_title: face.seo_title.clone(),
            seo_description: face.seo_description.clone(),
            settings: own.map(|own| PublishedSettings::from_row(own, face)).unwrap_or_default(),
            updated_on: row.published_on.filter(|_| row.kind.has_draft()).unwrap_or(row.updated_on),
        })
    }
}

async fn one(tx: &TenantTx, condition: SimpleExpr) -> Result<Option<Collection>, SiteError> {
    Ok(read(tx, all(tx).filter(condition).limit(1), true).await?.pop())
}

/// The home page.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn home(tx: &TenantTx) -> Result<Option<Collection>, SiteError> {
    one(tx, Column::IsHome.eq(true)).await
}

/// The page, blog or store at a top-level slug.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn by_url(tx: &TenantTx, url_id: &str) -> Result<Option<Collection>, SiteError> {
    one(tx, Column::UrlId.eq(url_id)).await
}

/// The page, blog or store with this id, if visitors can see it.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn published_by_id(tx: &TenantTx, id: &CollectionId) -> Result<Option<Collection>, SiteError> {
    one(tx, Column::Id.eq(id.clone())).await
}

/// Everything at the top level that visitors can open, in its order, without documents: a site can have many pages, and
/// every page needs the URLs of the others.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn collections(tx: &TenantTx) -> Result<Vec<Collection>, SiteError> {
    read(tx, all(tx), false).await
}

/// Everything at the top level that visitors can open, in its order, with documents.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn whole_collections(tx: &TenantTx) -> Result<Vec<Collection>, SiteError> {
    read(tx, all(tx), true).await
}

fn all(tx: &TenantTx) -> Find<'_, collection::Entity> {
    kept(tx).filter(Column::Enabled.eq(true))
}

/// Filters rows to those that visitors can open.
async fn read(
    tx: &TenantTx,
    find: Find<'_, collection::Entity>,
    with_blocks: bool,
) -> Result<Vec<Collection>, SiteError> {
    let rows = page_without_document::read(tx, find, with_blocks).await?;
    let settings = page_metadata::of_all(tx, rows.iter().map(|page| &page.row.id)).await?;
    let mut collections = Vec::with_capacity(rows.len());
    for PageWithoutDocument { row, is_published } in rows {
        let own = settings.get(&row.id);
        let collection = Collection::of_row(row, own)?;
        if opens(collection.kind, collection.settings.access, is_published) {
            collections.push(collection);
        }
    }
    translations::lay_over_titles(tx, &mut collections).await?;
    Ok(collections)
}

/// Pages with their published titles and documents, whether or not visitors can open them.
pub(crate) async fn published_rows(
    tx: &TenantTx,
    find: Find<'_, collection::Entity>,
) -> Result<Vec<Collection>, SiteError> {
    let rows = page_without_document::read(tx, find, true).await?;
    let settings = page_metadata::of_all(tx, rows.iter().map(|page| &page.row.id)).await?;
    rows.into_iter()
        .map(|page| {
            let own = settings.get(&page.row.id);
            Collection::of_row(page.row, own)
        })
        .collect()
}

/// Whether visitors can open something: private pages never, pages only when published.
fn opens(kind: CollectionKind, access: PageAccess, is_published: bool) -> bool {
    access != PageAccess::Private && (!kind.has_draft() || is_published)
}

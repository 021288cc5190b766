use sea_orm::ColumnTrait;
use sea_orm::sea_query::SimpleExpr;
use stoa_document::Document;
use stoa_entity::tenant::collection::{self, Column};
use stoa_entity::tenant::page_setting;
use stoa_entity::{Find, TenantTx};
use stoa_kernel::id::{AssetId, CollectionId};

use super::brief::{self, Brief, kept};
use super::collection_type::CollectionType;
use super::lock::PageLock;
use super::model::{CollectionKind, PageDetail};
use super::operations;
use super::setting::{self, Access, Face, FolderBehavior, ViewMode};
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
    /// Its blocks, when it is a page that was published; none in lists.
    pub document: Option<Document>,
    /// Title for search engines; empty to use the title.
    pub seo_title: String,
    /// Description for search engines.
    pub seo_description: String,
    /// Who may open it, and what machines are told of it.
    pub settings: PublishedSettings,
    /// When what visitors see was last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// Who may open a page, and what machines are told of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PublishedSettings {
    /// Who may open it.
    pub access: Access,
    /// What keeps it shut; none when it stands open.
    pub lock: Option<PageLock>,
    /// What the address of a folder answers.
    pub folder_behavior: FolderBehavior,
    /// How a store or blog shows what is in it; none as the theme does.
    pub view_mode: Option<ViewMode>,
    /// Whether search engines are asked to leave it out.
    pub no_index: bool,
    /// Lines for the head of the page.
    pub head: String,
    /// Picture shown when it is shared.
    pub share_image: Option<AssetId>,
}

impl PublishedSettings {
    fn from_row(own: &page_setting::Model, face: Face) -> Self {
        let access = setting::access(own);
        let hash = own.password_hash.clone().filter(|_| access == Access::Password);
        Self {
            access,
            lock: hash.map(|hash| PageLock::new(own.collection_id.clone(), hash)),
            folder_behavior: own.folder_behavior.and_then(FolderBehavior::from_code).unwrap_or_default(),
            view_mode: ViewMode::from_name(&own.view_mode),
            no_index: face.no_index,
            head: face.head,
            share_image: face.share_image,
        }
    }
}

impl Collection {
    /// Whether it stands alone, without header and footer.
    pub fn is_splash(&self) -> bool {
        self.type_code == CollectionType::SplashPage.code()
    }

    /// A page as it would be if a draft were published.
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

    /// The whole draft of a page, with all that would be published with it. It stands open, and search engines are
    /// asked to leave it out.
    pub(super) fn of_draft_row(row: collection::Model, own: Option<&page_setting::Model>) -> Result<Self, SiteError> {
        let face = Face::of_draft(&row, own);
        let document = operations::draft_of(&row)?.document;
        let mut draft = Self::shown(row, own, face, Some(document))?;
        (draft.settings.access, draft.settings.lock) = (Access::Public, None);
        draft.settings.no_index = true;
        Ok(draft)
    }

    pub(super) fn of_row(row: collection::Model, own: Option<&page_setting::Model>) -> Result<Self, SiteError> {
        let face = Face::shown(&row, own)?;
        let published = row.published.as_ref().filter(|document| !document.is_null());
        let document = published.map(|document| columns::read("collection.published", document)).transpose()?;
        Self::shown(row, own, face, document)
    }

    fn shown(
        row: collection::Model,
        own: Option<&page_setting::Model>,
        face: Face,
        document: Option<Document>,
    ) -> Result<Self, SiteError> {
        Ok(Self {
            kind: CollectionKind::from_name(&row.kind)?,
            full_url: if row.is_home { "/".to_owned() } else { format!("/{}", row.url_id) },
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
            updated_on: row.published_on.filter(|_| CollectionKind::names_draft(&row.kind)).unwrap_or(row.updated_on),
        })
    }
}

async fn one(tx: &TenantTx, condition: SimpleExpr) -> Result<Option<Collection>, SiteError> {
    Ok(read(tx, all(tx).filter(condition).limit(1), true).await?.pop())
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

/// Everything that visitors can open at the top level, in its order, without its blocks: a site can have many pages, and
/// each page shows where the others are.
///
/// # Errors
/// When the database refuses.
pub async fn collections(tx: &TenantTx) -> Result<Vec<Collection>, SiteError> {
    read(tx, all(tx), false).await
}

/// Everything that visitors can open at the top level, in its order, with its blocks.
///
/// # Errors
/// When the database refuses.
pub async fn whole_collections(tx: &TenantTx) -> Result<Vec<Collection>, SiteError> {
    read(tx, all(tx), true).await
}

fn all(tx: &TenantTx) -> Find<'_, collection::Entity> {
    kept(tx).filter(Column::Enabled.eq(true))
}

/// Those of some rows that visitors can open.
async fn read(
    tx: &TenantTx,
    find: Find<'_, collection::Entity>,
    with_blocks: bool,
) -> Result<Vec<Collection>, SiteError> {
    let rows = brief::read(tx, find, with_blocks).await?;
    let settings = setting::of_all(tx, rows.iter().map(|brief| &brief.row.id)).await?;
    let mut collections = Vec::with_capacity(rows.len());
    for Brief { row, is_published } in rows {
        let own = settings.get(&row.id);
        let collection = Collection::of_row(row, own)?;
        if opens(collection.kind, collection.settings.access, is_published) {
            collections.push(collection);
        }
    }
    Ok(collections)
}

/// Whether visitors can open something: nothing that is kept for contributors, and of pages those that were published.
fn opens(kind: CollectionKind, access: Access, is_published: bool) -> bool {
    access != Access::Private && (!kind.has_draft() || is_published)
}

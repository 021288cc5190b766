//! Creating pages, folders and blogs: blank, or as a copy.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_document::Document;
use stoa_entity::audit::{self, AuditAction, PageDeed};
use stoa_entity::json_column;
use stoa_entity::tenant::collection::{self, Column, Entity};
use stoa_entity::{DbError, TenantDb, TenantTx, load_run_items};
use stoa_kernel::content::{CollectionKind, CollectionType, PageAccess};
use stoa_kernel::error::Checks;
use stoa_kernel::id::CollectionId;
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::page_metadata::{self, FolderBehavior};
use super::service::{any_row, top_row};
use super::settings::{self, PageSettings};
use super::{address, default_documents, in_trash, items};
use crate::contributor_texts;
use crate::{SiteError, cache_tags};

/// Types that contributors can create.
const CAN_BE_MADE: [CollectionType; 16] = [
    CollectionType::Page,
    CollectionType::SplashPage,
    CollectionType::SlideGallery,
    CollectionType::SlideAlbum,
    CollectionType::SlideVideo,
    CollectionType::Donation,
    CollectionType::Scheduling,
    CollectionType::Twitter,
    CollectionType::Instagram,
    CollectionType::Flickr,
    CollectionType::FiveHundredPx,
    CollectionType::Foursquare,
    CollectionType::Index,
    CollectionType::Generic,
    CollectionType::Events,
    CollectionType::Portfolio,
];

/// Maximum number of pages, blogs, stores and folders of a site.
const MAX_PAGES: u64 = 1_000;

/// A page, folder or blog to create.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewDraft {
    /// Type of the page, folder or collection.
    pub collection_type: CollectionType,
    /// Title.
    pub title: String,
    /// URL slug at the top level; none to derive it from the title.
    pub url_id: Option<String>,
    /// The page whose draft is copied; none for a blank one.
    pub copy_of: Option<String>,
}

/// Creates an unpublished page, or a folder or blog, which is visible immediately.
///
/// # Errors
/// [`SiteError::Invalid`] for wrong values, [`SiteError::UrlTaken`] when the slug is in use, [`SiteError::NotFound`]
/// when there is nothing to copy.
#[boxed]
pub async fn start(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    new: NewDraft,
) -> Result<PageSettings, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let title = checked_title(&new)?;
    let tx = db.write().await?;
    let url_id = match new.url_id.filter(|url_id| !url_id.is_empty()) {
        Some(url_id) => {
            address::check(&url_id)?;
            address::require_no_other_word(&tx, "", &url_id, None).await?;
            url_id
        }
        None => address::free(&tx, &title).await?,
    };
    let copied = match &new.copy_of {
        Some(id) => {
            let id: CollectionId = id.parse().map_err(|_| SiteError::NotFound)?;
            Some(top_row(&tx, &id).await?)
        }
        None => None,
    };
    let made = match copied {
        Some(source) => copy(ctx, &tx, source, title, url_id).await?,
        None => insert(ctx, &tx, blank(new.collection_type, title)?, url_id).await?,
    };
    let settings = settings::read(&tx, &made).await?;
    audit::note(ctx, &tx, AuditAction::OfPage(settings.summary.kind, PageDeed::Create), made.as_str()).await?;
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    Ok(settings)
}

/// Duplicates a page or item under a new title and slug. The copy is unpublished.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page, [`SiteError::Conflict`] for a blog or a store.
#[boxed]
pub async fn duplicate(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    id: &CollectionId,
) -> Result<PageSettings, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let source = any_row(&tx, id).await?;
    let title: String = format!("{} (copy)", source.title.chars().take(190).collect::<String>());
    let made = match source.kind {
        CollectionKind::Item => items::copy(ctx, &tx, &source, &title).await?,
        _ => {
            let url_id = address::free(&tx, &format!("{}-copy", source.url_id)).await?;
            copy(ctx, &tx, source, title, url_id).await?
        }
    };
    let settings = settings::read(&tx, &made).await?;
    audit::note(ctx, &tx, AuditAction::OfPage(settings.summary.kind, PageDeed::Create), made.as_str()).await?;
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    Ok(settings)
}

fn checked_title(new: &NewDraft) -> Result<String, SiteError> {
    let title = new.title.trim().to_owned();
    let mut checks = Checks::default();
    checks.require(!title.is_empty(), "title", contributor_texts::TITLE_CANNOT_BE_BLANK);
    checks.require(title.chars().count() <= 200, "title", contributor_texts::USE_AT_MOST_200_CHARACTERS);
    let can_be_made = CAN_BE_MADE.contains(&new.collection_type);
    checks.require(can_be_made, "kind", contributor_texts::CHOOSE_A_PAGE_A_FOLDER);
    checks.finish()?;
    Ok(title)
}

/// Values of a new row except slug and position.
struct Content {
    collection_type: CollectionType,
    title: String,
    navigation_title: String,
    description: String,
    draft: Option<serde_json::Value>,
    seo_title: String,
    seo_description: String,
}

fn blank(collection_type: CollectionType, title: String) -> Result<Content, SiteError> {
    let document = || first_block(collection_type).map_or_else(Document::default, default_documents::with_block);
    let is_page = collection_type.kind() == Some(CollectionKind::Page);
    let draft = is_page.then(|| json_column::write("collection.draft", &document())).transpose()?;
    Ok(Content {
        collection_type,
        navigation_title: title.clone(),
        title,
        description: String::new(),
        draft,
        seo_title: String::new(),
        seo_description: String::new(),
    })
}

/// Kind of the block that a new page of this type contains; none for a blank page.
fn first_block(collection_type: CollectionType) -> Option<&'static str> {
    match collection_type {
        CollectionType::SlideGallery => Some("gallery"),
        CollectionType::SlideAlbum => Some("album"),
        CollectionType::SlideVideo => Some("video"),
        CollectionType::Twitter => Some("twitter"),
        CollectionType::Foursquare => Some("foursquare"),
        CollectionType::Instagram => Some("instagram"),
        CollectionType::FiveHundredPx => Some("five-hundred-px"),
        CollectionType::Flickr => Some("flickr"),
        CollectionType::Donation => Some("donation"),
        CollectionType::Scheduling => Some("scheduling"),
        _ => None,
    }
}

async fn copy(
    ctx: &TenantCtx,
    tx: &TenantTx,
    source: collection::Model,
    title: String,
    url_id: String,
) -> Result<CollectionId, SiteError> {
    let kind = source.kind;
    let collection_type = CollectionType::from_code(source.type_code);
    let Some(collection_type) = collection_type
        .filter(|own| own.kind() == Some(kind) && matches!(kind, CollectionKind::Page | CollectionKind::Folder))
    else {
        return Err(SiteError::Conflict(contributor_texts::ONLY_PAGES_AND_FOLDERS_COPIED.english().to_owned()));
    };
    let content = Content {
        collection_type,
        navigation_title: title.clone(),
        title,
        description: source.description,
        draft: source.draft,
        seo_title: String::new(),
        seo_description: source.seo_description,
    };
    let made = insert(ctx, tx, content, url_id).await?;
    if let Some(own) = page_metadata::find(tx, &source.id).await? {
        let mut setting = page_metadata::of(tx, &made).await?;
        setting.folder_behavior = own.folder_behavior;
        setting.view_mode = own.view_mode;
        setting.own_type = own.own_type;
        setting.no_index = own.no_index;
        setting.head = own.head;
        setting.share_image_id = own.share_image_id;
        // A copy of a page with a password must not become public by mistake.
        setting.access = own.access;
        setting.password_hash = own.password_hash;
        page_metadata::keep(tx, setting).await?;
    }
    Ok(made)
}

async fn insert(ctx: &TenantCtx, tx: &TenantTx, content: Content, url_id: String) -> Result<CollectionId, SiteError> {
    let kept = tx.find::<Entity>().filter(Column::UrlId.not_like(in_trash()));
    let nested = CollectionKind::values_where(CollectionKind::is_nested);
    let count = kept.filter(Column::Kind.is_not_in(nested)).count().await?;
    if count >= MAX_PAGES {
        let message = contributor_texts::LIMIT_OF_PAGES.with("count", MAX_PAGES).to_string();
        return Err(SiteError::Invalid([("title".to_owned(), message)].into()));
    }
    let id = CollectionId::generate();
    let kind = content.collection_type.kind().ok_or(SiteError::NotFound)?;
    let inserted = tx
        .insert(collection::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(id.clone()),
            kind: Set(kind),
            type_code: Set(content.collection_type.code()),
            title: Set(content.title),
            navigation_title: Set(content.navigation_title),
            url_id: Set(url_id.clone()),
            description: Set(content.description),
            enabled: Set(true),
            is_home: Set(false),
            published: Set(None),
            draft: Set(content.draft),
            revision: Set(1),
            published_revision: Set(None),
            published_on: Set(None),
            seo_title: Set(content.seo_title),
            seo_description: Set(content.seo_description),
            position: Set(i32::try_from(count).unwrap_or(i32::MAX)),
            created_on: Set(ctx.now()),
            updated_on: Set(ctx.now()),
        })
        .await;
    match inserted {
        Err(DbError::Duplicate(_)) => return Err(SiteError::UrlTaken(url_id)),
        other => other?,
    };
    load_run_items::note(ctx, tx, LoadRunItemKind::Page, id.as_str()).await?;
    if kind == CollectionKind::Folder {
        let mut setting = page_metadata::of(tx, &id).await?;
        setting.folder_behavior = Some(FolderBehavior::default().code());
        setting.access = PageAccess::default();
        page_metadata::keep(tx, setting).await?;
    }
    Ok(id)
}

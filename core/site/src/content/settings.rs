//! Page settings, as contributors edit them.

use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction, PageDeed};
use stoa_entity::tenant::collection::{self, Column, Entity};
use stoa_entity::tenant::page_setting;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::content::{CollectionKind, CollectionType, PageAccess, ViewMode};
use stoa_kernel::error::Checks;
use stoa_kernel::id::{AssetId, CollectionId};
use stoa_kernel::media::AssetKind;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx, boxed};

use super::lock::{self, MAX_PASSWORD_LENGTH};
use super::model::PageSummary;
use super::page_metadata::{self, FolderBehavior, PublishedMetadata};
use super::service::{any_row, draft_row_for_update, top_row};
use super::{address, head_code, items, operations};
use crate::contributor_texts;
use crate::{SiteError, cache_tags, media, navigation};

/// Settings of a page, blog, store or folder.
#[derive(Clone, Debug, PartialEq)]
pub struct PageSettings {
    /// Summary, as in lists.
    pub summary: PageSummary,
    /// Text under the title of blogs, stores and folders.
    pub description: String,
    /// Title for search engines; empty to use the title.
    pub seo_title: String,
    /// Description for search engines.
    pub seo_description: String,
    /// Elements for the `<head>` of the page, one per line.
    pub head: String,
    /// Image for link previews.
    pub share_image: Option<AssetId>,
    /// How a store or blog lists its items.
    pub view_mode: ViewMode,
    /// Whether a password is stored.
    pub has_password: bool,
    /// Incremented by each change of the settings; 0 before the first.
    pub revision: i64,
    /// Revision of the draft that titles and texts for search engines were read from.
    pub draft_revision: i64,
}

/// Settings to save.
#[derive(Clone, Debug, PartialEq)]
pub struct PageSettingsChange {
    /// Title.
    pub title: String,
    /// Title in navigations; empty to use the title.
    pub navigation_title: String,
    /// URL slug at the top level.
    pub url_id: String,
    /// Text under the title of blogs, stores and folders.
    pub description: String,
    /// Title for search engines; empty to use the title.
    pub seo_title: String,
    /// Description for search engines.
    pub seo_description: String,
    /// Whether search engines are asked not to index it (`noindex`).
    pub no_index: bool,
    /// Elements for the `<head>` of the page, one per line.
    pub head: String,
    /// Image for link previews.
    pub share_image: Option<String>,
    /// Whether visitors can open it.
    pub enabled: bool,
    /// Who may open it.
    pub access: PageAccess,
    /// A new password; none to keep the stored one.
    pub password: Option<String>,
    /// What the URL of a folder returns; ignored for other kinds.
    pub folder_behavior: FolderBehavior,
    /// How a store or blog lists its items; ignored for other kinds.
    pub view_mode: ViewMode,
    /// Whether a page is a splash page, without header and footer; ignored for other kinds.
    pub is_splash: bool,
    /// Precondition on the revision of the settings.
    pub seen: Precondition,
    /// Revision of the draft that titles and texts for search engines were read from: later changes by others are
    /// merged. Without it, they are overwritten.
    pub draft_revision: Option<i64>,
}

/// Settings of a page, blog, store or folder.
///
/// # Errors
/// [`SiteError::NotFound`] when there is none with this id.
#[boxed]
pub async fn page_settings(ctx: &TenantCtx, db: &TenantDb, id: &CollectionId) -> Result<PageSettings, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    read(&db.read().await?, id).await
}

pub(super) async fn read(tx: &TenantTx, id: &CollectionId) -> Result<PageSettings, SiteError> {
    let row = any_row(tx, id).await?;
    let setting = page_metadata::find(tx, id).await?;
    let in_main_nav = navigation::main_collections(tx).await?.contains(id);
    let mut summary = PageSummary::from_row(&row, setting.as_ref(), in_main_nav);
    items::complete(tx, &mut summary).await?;
    let own = match setting {
        Some(setting) => setting,
        None => page_metadata::of(tx, id).await?,
    };
    Ok(PageSettings {
        summary,
        description: row.description,
        seo_title: row.seo_title,
        seo_description: row.seo_description,
        head: own.head,
        share_image: own.share_image_id,
        view_mode: own.view_mode,
        has_password: own.password_hash.is_some(),
        revision: own.revision,
        draft_revision: row.revision,
    })
}

/// Saves settings if the precondition holds. Titles and metadata for search engines are part of the page's draft and
/// reach visitors when it is published; slug, access and whether it is enabled change immediately.
///
/// # Errors
/// [`SiteError::Invalid`] for wrong values, [`SiteError::UrlTaken`], [`SiteError::RevisionStale`] when someone else
/// saved first, or the draft revision is too old to merge; [`SiteError::Denied`] when the change is visible to visitors
/// and the caller may not publish.
#[boxed]
pub async fn save_page_settings(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    id: &CollectionId,
    change: PageSettingsChange,
) -> Result<PageSettings, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let change = checked(change)?;
    let new_hash = match &change.password {
        Some(password) => Some(lock::hash(password.clone()).await?),
        None => None,
    };
    let tx = db.write().await?;
    let before = top_row(&tx, id).await?;
    let own = page_metadata::of(&tx, id).await?;
    if !change.seen.holds(&own.revision) {
        return Err(SiteError::RevisionStale);
    }
    let is_live = changes_for_visitors(&before, &own, &change);
    if is_live {
        ctx.authorise(Resource::Content, Action::Publish)?;
    }
    let share_image = existing_image(&tx, "shareImageId", change.share_image.as_deref()).await?;
    check_consistency(&before, &own, &change)?;
    if before.kind == CollectionKind::Page {
        save_draft_texts(ctx, &tx, id, &own, &change).await?;
    }
    if before.url_id != change.url_id {
        address::change(ctx, &tx, &before, &change.url_id).await?;
    }
    let (type_code, own_type) = types(&before, &own, &change);
    write_row(ctx, &tx, &before, type_code, &change).await?;
    let mut kept = page_metadata::of(&tx, id).await?;
    if kept.revision != own.revision {
        return Err(SiteError::RevisionStale);
    }
    kept.password_hash = new_hash.or(kept.password_hash).filter(|_| change.access == PageAccess::Password);
    kept.own_type = own_type;
    kept.share_image_id = share_image;
    page_metadata::keep(&tx, with_change(kept, before.kind, change)).await?;
    let saved = read(&tx, id).await?;
    if is_live {
        audit::note(ctx, &tx, AuditAction::OfPage(before.kind, PageDeed::Settings), id.as_str()).await?;
    }
    tx.commit().await?;
    if is_live {
        invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    }
    Ok(saved)
}

/// The settings that are stored beside the page, with those values of a change that depend on no other rows.
fn with_change(mut kept: page_setting::Model, kind: CollectionKind, change: PageSettingsChange) -> page_setting::Model {
    kept.access = change.access;
    let is_folder = kind == CollectionKind::Folder;
    kept.folder_behavior = is_folder.then(|| change.folder_behavior.code());
    kept.view_mode = if kind.lists_items() { change.view_mode } else { ViewMode::OfTheme };
    kept.no_index = change.no_index;
    kept.head = change.head;
    kept
}

/// Writes what is stored with the page itself. The titles of a page with a draft are part of that.
async fn write_row(
    ctx: &TenantCtx,
    tx: &TenantTx,
    before: &collection::Model,
    type_code: i32,
    change: &PageSettingsChange,
) -> Result<(), SiteError> {
    let mut update = tx
        .update::<Entity>(Column::Id.eq(before.id.clone()))
        .set(Column::TypeCode, type_code)
        .set(Column::Description, change.description.clone())
        .set(Column::Enabled, change.enabled)
        .set(Column::UpdatedOn, ctx.now());
    if before.kind != CollectionKind::Page {
        update = update
            .set(Column::Title, change.title.clone())
            .set(Column::NavigationTitle, change.navigation_title.clone())
            .set(Column::SeoTitle, change.seo_title.clone())
            .set(Column::SeoDescription, change.seo_description.clone());
    }
    update.exec().await?;
    Ok(())
}

/// Saves the texts that are part of the page's draft.
async fn save_draft_texts(
    ctx: &TenantCtx,
    tx: &TenantTx,
    id: &CollectionId,
    own: &page_setting::Model,
    change: &PageSettingsChange,
) -> Result<(), SiteError> {
    let page = draft_row_for_update(tx, id).await?;
    let face = PublishedMetadata {
        title: change.title.clone(),
        navigation_title: change.navigation_title.clone(),
        seo_title: change.seo_title.clone(),
        seo_description: change.seo_description.clone(),
        ..page_metadata::drafted(&page, Some(own))
    };
    page_metadata::store_published_metadata(tx, &page).await?;
    operations::record_texts(tx, ctx, page, change.draft_revision, page_metadata::texts(&face)).await
}

/// Whether visitors see the change immediately: any change of a kind without drafts, and changes of access or slug.
fn changes_for_visitors(row: &collection::Model, setting: &page_setting::Model, change: &PageSettingsChange) -> bool {
    row.kind != CollectionKind::Page
        || row.url_id != change.url_id
        || row.enabled != change.enabled
        || setting.access != change.access
        || change.password.is_some()
        || row.type_code != types(row, setting, change).0
}

/// A splash page has a type number of its own; its former type is stored and restored when it is no longer a splash
/// page. Returns the type number and the stored former type.
fn types(row: &collection::Model, setting: &page_setting::Model, change: &PageSettingsChange) -> (i32, Option<i32>) {
    let splash = CollectionType::SplashPage.code();
    let stands_alone = row.type_code == splash;
    match row.kind == CollectionKind::Page {
        true if change.is_splash && stands_alone => (splash, setting.own_type),
        true if change.is_splash => (splash, Some(row.type_code)),
        true if stands_alone => (setting.own_type.unwrap_or(CollectionType::Page.code()), None),
        _ => (row.type_code, None),
    }
}

/// Refuses settings that would disable the home page or make it private, or require a password without having one.
fn check_consistency(
    row: &collection::Model,
    setting: &page_setting::Model,
    change: &PageSettingsChange,
) -> Result<(), SiteError> {
    let mut checks = Checks::default();
    let has_password = change.password.is_some() || setting.password_hash.is_some();
    checks.require(
        change.access != PageAccess::Password || has_password,
        "password",
        contributor_texts::ENTER_A_PASSWORD,
    );
    if row.is_home {
        checks.require(change.enabled, "enabled", contributor_texts::HOME_PAGE_CANNOT_BE_DISABLED);
        checks.require(change.access != PageAccess::Private, "access", contributor_texts::HOME_PAGE_CANNOT_BE_PRIVATE);
    }
    let asks_who = matches!(change.access, PageAccess::Password | PageAccess::Members);
    let is_folder = row.kind == CollectionKind::Folder;
    checks.require(!is_folder || !asks_who, "access", contributor_texts::FOLDER_CANNOT_HAVE_A_PASSWORD);
    Ok(checks.finish()?)
}

pub(crate) async fn existing_image(tx: &TenantTx, field: &str, id: Option<&str>) -> Result<Option<AssetId>, SiteError> {
    let Some(text) = id.filter(|id| !id.is_empty()) else { return Ok(None) };
    let missing = || SiteError::field(field, contributor_texts::IMAGE_DOES_NOT_EXIST.english());
    let id: AssetId = text.parse().map_err(|_| missing())?;
    let found = media::by_ids(tx, std::slice::from_ref(&id)).await?;
    let is_picture = found.get(&id).is_some_and(|asset| asset.kind() == AssetKind::Picture);
    if is_picture { Ok(Some(id)) } else { Err(missing()) }
}

fn checked(mut change: PageSettingsChange) -> Result<PageSettingsChange, SiteError> {
    for text in [
        &mut change.title,
        &mut change.navigation_title,
        &mut change.url_id,
        &mut change.seo_title,
        &mut change.seo_description,
    ] {
        *text = text.trim().to_owned();
    }
    if change.navigation_title.is_empty() {
        change.navigation_title.clone_from(&change.title);
    }
    change.password = change.password.filter(|password| !password.is_empty());
    let mut checks = Checks::default();
    checks.require(!change.title.is_empty(), "title", contributor_texts::TITLE_CANNOT_BE_BLANK);
    for (value, field, most) in [
        (&change.title, "title", 200),
        (&change.navigation_title, "navigationTitle", 200),
        (&change.description, "description", 2_000),
        (&change.seo_title, "seoTitle", 200),
        (&change.seo_description, "seoDescription", 400),
    ] {
        checks.require(
            value.chars().count() <= most,
            field,
            stoa_kernel::shared_problem_texts::TEXT_TOO_LONG.with("count", most).to_string(),
        );
    }
    if let Some(password) = &change.password {
        let length = password.chars().count();
        let message = contributor_texts::USE_4_TO_MOST_CHARACTERS.with("count", MAX_PASSWORD_LENGTH).to_string();
        checks.require((4..=MAX_PASSWORD_LENGTH).contains(&length), "password", message);
    }
    match head_code::checked(&change.head) {
        Ok(lines) => change.head = lines,
        Err(message) => checks.require(false, "head", message),
    }
    checks.finish()?;
    Ok(change)
}

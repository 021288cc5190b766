//! The navigations of a site: read and saved.

use std::collections::HashSet;

use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::json_column;
use stoa_entity::tenant::site;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::content::CollectionKind;
use stoa_kernel::design::NavigationName;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::id::CollectionId;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::edit::{LinkTargets, NavigationChange, checked};
use super::item::{NavigationItem, stored_items};
use crate::content::page_without_document;
use crate::settings::site_row;
use crate::{SiteError, cache_tags, contributor_texts};

/// A navigation with its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Navigation {
    /// Which one; none for the pages that no navigation links to.
    pub name: Option<NavigationName>,
    /// Its display name.
    pub title: &'static str,
    /// Its entries, in order.
    pub links: Vec<NavigationItem>,
}

/// All navigations of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The main navigation first, the unlinked pages last.
    pub navigations: Vec<Navigation>,
    /// Name of the theme.
    pub template_id: String,
    /// Incremented by each change of the site's row.
    pub revision: i64,
}

/// The navigations of a site.
///
/// # Errors
/// When the caller may not see them.
#[boxed]
pub async fn layout(ctx: &TenantCtx, db: &TenantDb) -> Result<Layout, SiteError> {
    ctx.authorise(Resource::Navigation, Action::Read)?;
    read(&db.read().await?).await
}

async fn read(tx: &TenantTx) -> Result<Layout, SiteError> {
    let row = site_row(tx).await?;
    let mut navigations: Vec<Navigation> = NavigationName::ALL
        .iter()
        .copied()
        .map(|name| {
            let links = stored_items(stored(&row, name));
            Navigation { name: Some(name), title: name.title(), links }
        })
        .collect();
    let every_item = navigations.iter().flat_map(|own| &own.links).flat_map(|item| item.children.iter().chain([item]));
    let linked: HashSet<String> = every_item.filter_map(|item| item.collection_id.clone()).collect();
    let pages = page_without_document::read(tx, page_without_document::kept(tx), false).await?;
    let hidden = pages.into_iter().map(|page| page.row.id.to_string()).filter(|id| !linked.contains(id));
    let links = hidden.map(|id| NavigationItem { collection_id: Some(id), ..NavigationItem::default() }).collect();
    navigations.push(Navigation { name: None, title: "Not Linked", links });
    Ok(Layout { navigations, template_id: row.theme, revision: row.revision })
}

fn stored(row: &site::Model, name: NavigationName) -> &serde_json::Value {
    match name {
        NavigationName::Main => &row.main_navigation,
        NavigationName::Footer => &row.footer_navigation,
    }
}

/// Saves the entries of a navigation. Visible to visitors immediately.
///
/// # Errors
/// [`SiteError::Conflict`] when the site's row has changed since the given revision, or the site has another theme;
/// messages by path of wrong entries.
#[boxed]
pub async fn update(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    change: NavigationChange,
) -> Result<Layout, SiteError> {
    ctx.authorise(Resource::Navigation, Action::Write)?;
    let tx = db.write().await?;
    let row = site_row(&tx).await?;
    if !change.seen.holds(&row.revision) {
        return Err(SiteError::Conflict(contributor_texts::SITE_HAS_CHANGED.english().to_owned()));
    }
    if change.template_id.is_some_and(|id| id != row.theme) {
        let message = contributor_texts::THEME_HAS_CHANGED.english().to_owned();
        return Err(SiteError::Invalid(FieldErrors::from([("templateId".to_owned(), message)])));
    }
    let pages = page_without_document::read(&tx, page_without_document::kept(&tx), false).await?;
    let known = LinkTargets {
        pages: pages.iter().map(|page| page.row.id.as_str()).collect(),
        folders: pages
            .iter()
            .filter(|page| page.row.kind == CollectionKind::Folder)
            .map(|page| page.row.id.as_str())
            .collect(),
    };
    let items = checked(change.items, &known)?;
    let column = match change.name {
        NavigationName::Main => site::Column::MainNavigation,
        NavigationName::Footer => site::Column::FooterNavigation,
    };
    let changed = tx
        .update::<site::Entity>(site::Column::Revision.eq(row.revision))
        .set(column, json_column::write("site.navigation", &items)?)
        .set(site::Column::Revision, row.revision + 1)
        .set(site::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    if changed == 0 {
        return Err(SiteError::Conflict(contributor_texts::NAVIGATION_SAVED_FIRST.english().to_owned()));
    }
    let layout = read(&tx).await?;
    audit::note(ctx, &tx, AuditAction::NavigationSave, change.name.as_str()).await?;
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    Ok(layout)
}

/// Removes a page from all navigations; the entries of a removed folder take its place.
pub(crate) async fn remove_page(ctx: &TenantCtx, tx: &TenantTx, id: &CollectionId) -> Result<(), SiteError> {
    // A site that is not set up yet has no navigation.
    let Some(row) = tx.find::<site::Entity>().one().await? else { return Ok(()) };
    let without = |name: NavigationName| without(stored_items(stored(&row, name)), id.as_str());
    tx.update::<site::Entity>(site::Column::Revision.eq(row.revision))
        .set(site::Column::MainNavigation, json_column::write("site.navigation", &without(NavigationName::Main))?)
        .set(site::Column::FooterNavigation, json_column::write("site.navigation", &without(NavigationName::Footer))?)
        .set(site::Column::Revision, row.revision + 1)
        .set(site::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    Ok(())
}

fn without(items: Vec<NavigationItem>, id: &str) -> Vec<NavigationItem> {
    let leads_there = |item: &NavigationItem| item.collection_id.as_deref() == Some(id);
    items
        .into_iter()
        .flat_map(|mut item| {
            item.children.retain(|child| !leads_there(child));
            if leads_there(&item) { item.children } else { vec![item] }
        })
        .collect()
}

/// Ids of the pages that the main navigation links to.
pub(crate) async fn main_collections(tx: &TenantTx) -> Result<Vec<CollectionId>, SiteError> {
    let Some(row) = tx.find::<site::Entity>().one().await? else { return Ok(Vec::new()) };
    let items = stored_items(&row.main_navigation);
    let ids =
        items.iter().flat_map(|item| item.children.iter().chain([item])).filter_map(|item| item.collection_id.as_ref());
    Ok(ids.filter_map(|id| id.parse().ok()).collect())
}

//! Manual order of the items of a collection.

use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::{collection, post};
use stoa_entity::{TenantDb, TenantTx, by_key};
use stoa_kernel::id::CollectionId;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx, boxed};

use super::list::{ItemSummary, all};
use super::service::{blog_row, type_of};
use crate::version::{self, require};
use crate::{SiteError, cache_tags, contributor_texts};

/// An order to save.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewOrder {
    /// The ids of all items, each once.
    pub items: Vec<String>,
    /// Precondition on the present order, see [`super::ItemList::order`].
    pub seen: Precondition,
}

/// Version of an order of items.
pub(super) fn version_of(ordered: &[ItemSummary]) -> String {
    version::of(ordered.iter().map(|item| item.id.as_str()))
}

/// Saves the order of a collection's items, visible immediately.
///
/// # Errors
/// [`SiteError::Conflict`] for a collection that is sorted automatically, [`SiteError::Invalid`] when not every item is
/// listed exactly once, [`SiteError::RevisionStale`] when the order has changed.
#[boxed]
pub async fn arrange(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    collection_id: &CollectionId,
    order: NewOrder,
) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Publish)?;
    let tx = db.write().await?;
    let blog = blog_row(&tx, collection_id).await?;
    if !type_of(&blog).is_orderable() {
        return Err(SiteError::Conflict(contributor_texts::ITEMS_ORDERED_BY_DATES.english().to_owned()));
    }
    let mut all = all(&tx, &blog).await?;
    all.sort_by_key(|(position, _)| *position);
    let all: Vec<ItemSummary> = all.into_iter().map(|(_, item)| item).collect();
    require(&order.seen, &version_of(&all))?;
    let mut known: Vec<&str> = all.iter().map(|item| item.id.as_str()).collect();
    let mut named: Vec<&str> = order.items.iter().map(String::as_str).collect();
    known.sort_unstable();
    named.sort_unstable();
    if known != named {
        return Err(SiteError::field("items", contributor_texts::LIST_EACH_ITEM_ONCE));
    }
    place_all(&tx, &all, &order.items).await?;
    audit::note(ctx, &tx, AuditAction::ItemsArrange, blog.id.as_str()).await?;
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    Ok(())
}

/// Stores the positions of items, on their pages and on the posts that visitors read.
async fn place_all(tx: &TenantTx, items: &[ItemSummary], order: &[String]) -> Result<(), SiteError> {
    let item = |id: &String| items.iter().find(|item| item.id.as_str() == id);
    let placed: Vec<(i32, &ItemSummary)> =
        (0_i32..).zip(order).filter_map(|(position, id)| Some((position, item(id)?))).collect();
    if placed.is_empty() {
        return Ok(());
    }
    let pages = collection::Column::Id.is_in(placed.iter().map(|(_, item)| item.id.clone()));
    // Locked in the order of their ids: someone else may arrange them as well.
    let find = tx.find::<collection::Entity>().filter(pages.clone()).order_by_asc(collection::Column::Id).for_update();
    find.select_only().column(collection::Column::Id).into_tuple::<CollectionId>().all().await?;
    let positions = by_key(collection::Column::Id, placed.iter().map(|(position, item)| (item.id.clone(), *position)));
    tx.update::<collection::Entity>(pages).set(collection::Column::Position, positions).exec().await?;
    let positions = by_key(post::Column::Id, placed.iter().map(|(position, item)| (item.post_id.clone(), *position)));
    tx.update::<post::Entity>(post::Column::Id.is_in(placed.iter().map(|(_, item)| item.post_id.clone())))
        .set(post::Column::Position, positions)
        .exec()
        .await?;
    Ok(())
}

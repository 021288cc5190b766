//! Sort orders of a blog's items and their cursors.

use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, FromQueryResult};
use serde::{Deserialize, Serialize};
use stoa_entity::tenant::{collection, item};
use stoa_entity::{DbError, Find, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionKind, ItemSort};
use stoa_kernel::id::CollectionId;

use crate::SiteError;
use crate::contributor_texts;

/// Rows read at once.
const BATCH: u64 = 200;

/// Sort key of an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum Amount {
    None,
    Time(Timestamp),
    Title(String),
}

/// Cursor position of an item in a sort order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ItemCursor {
    amount: Amount,
    /// The item.
    pub(super) id: CollectionId,
}

#[derive(FromQueryResult)]
struct PublicationDate {
    page_id: CollectionId,
    first_published_on: Option<Timestamp>,
}

#[derive(FromQueryResult)]
struct Changed {
    id: CollectionId,
    updated_on: Timestamp,
}

#[derive(FromQueryResult)]
struct TitleRow {
    id: CollectionId,
    title: String,
}

/// The cursor position that a cursor encodes.
///
/// # Errors
/// A message for `cursor` when it does not belong to this order.
pub(super) fn parse_cursor(sort: ItemSort, cursor: &str) -> Result<ItemCursor, SiteError> {
    let fits = |spot: &ItemCursor| match sort {
        ItemSort::Published => matches!(spot.amount, Amount::None | Amount::Time(_)),
        ItemSort::Created => spot.amount == Amount::None,
        ItemSort::Changed => matches!(spot.amount, Amount::Time(_)),
        ItemSort::Title => matches!(spot.amount, Amount::Title(_)),
    };
    let spot = serde_json::from_str(cursor).ok().filter(fits);
    spot.ok_or_else(|| SiteError::field("cursor", contributor_texts::LIST_HAS_CHANGED))
}

impl ItemCursor {
    pub(super) fn cursor(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Positions of items, in their order.
pub(super) struct ItemBatch {
    pub(super) spots: Vec<ItemCursor>,
    /// Whether no items follow.
    pub(super) is_last: bool,
}

impl ItemBatch {
    fn of(spots: Vec<ItemCursor>) -> Self {
        Self { is_last: !is_full(&spots), spots }
    }
}

fn is_full(spots: &[ItemCursor]) -> bool {
    u64::try_from(spots.len()).is_ok_and(|spots| spots >= BATCH)
}

/// Positions of the next items of a blog after a cursor position, including those in the trash.
pub(super) async fn batch(
    tx: &TenantTx,
    blog: &CollectionId,
    sort: ItemSort,
    behind: Option<&ItemCursor>,
) -> Result<ItemBatch, DbError> {
    let spots = match sort {
        ItemSort::Published => {
            let mut drafted = Vec::new();
            if behind.is_none_or(|spot| spot.amount == Amount::None) {
                drafted = dated(drafts(tx, blog, behind)).await?;
            }
            if is_full(&drafted) {
                return Ok(ItemBatch { spots: drafted, is_last: false });
            }
            let behind = behind.filter(|spot| spot.amount != Amount::None);
            let published = dated(published(tx, blog, behind)).await?;
            let is_last = !is_full(&published);
            drafted.extend(published);
            return Ok(ItemBatch { spots: drafted, is_last });
        }
        ItemSort::Created => {
            let rows: Vec<PublicationDate> = made(tx, blog, behind).select_columns(&DATED).await?;
            rows.into_iter().map(|row| ItemCursor { amount: Amount::None, id: row.page_id }).collect()
        }
        ItemSort::Changed => {
            let columns = [collection::Column::Id, collection::Column::UpdatedOn];
            let rows: Vec<Changed> = changed(tx, blog, behind).select_columns(&columns).await?;
            rows.into_iter().map(|row| ItemCursor { amount: Amount::Time(row.updated_on), id: row.id }).collect()
        }
        ItemSort::Title => {
            let lower = (lower_title(), "title");
            let rows: Vec<TitleRow> =
                titled(tx, blog, behind).select_columns_and(&[collection::Column::Id], vec![lower]).await?;
            rows.into_iter().map(|row| ItemCursor { amount: Amount::Title(row.title), id: row.id }).collect()
        }
    };
    Ok(ItemBatch::of(spots))
}

const DATED: [item::Column; 2] = [item::Column::PageId, item::Column::FirstPublishedOn];

async fn dated(find: Find<'_, item::Entity>) -> Result<Vec<ItemCursor>, DbError> {
    let rows: Vec<PublicationDate> = find.select_columns(&DATED).await?;
    let amount = |on: Option<Timestamp>| on.map_or(Amount::None, Amount::Time);
    Ok(rows.into_iter().map(|row| ItemCursor { amount: amount(row.first_published_on), id: row.page_id }).collect())
}

fn of_blog<'a>(tx: &'a TenantTx, blog: &CollectionId) -> Find<'a, item::Entity> {
    tx.find::<item::Entity>().filter(item::Column::CollectionId.eq(blog.clone()))
}

/// Newest publication first. Drafts are ordered by this column too, although it is null, so that one index serves both.
fn latest(find: Find<'_, item::Entity>) -> Find<'_, item::Entity> {
    find.order_by_desc(item::Column::FirstPublishedOn).order_by_desc(item::Column::PageId).limit(BATCH)
}

pub(super) fn drafts<'a>(tx: &'a TenantTx, blog: &CollectionId, behind: Option<&ItemCursor>) -> Find<'a, item::Entity> {
    let mut find = of_blog(tx, blog).filter(item::Column::FirstPublishedOn.is_null());
    if let Some(spot) = behind {
        find = find.filter(item::Column::PageId.lt(spot.id.clone()));
    }
    latest(find)
}

pub(super) fn published<'a>(
    tx: &'a TenantTx,
    blog: &CollectionId,
    behind: Option<&ItemCursor>,
) -> Find<'a, item::Entity> {
    let find = match behind {
        Some(ItemCursor { amount: Amount::Time(on), id }) => {
            // The bound that holds for all rows lets the database start within an index.
            let same = item::Column::FirstPublishedOn.eq(*on).and(item::Column::PageId.lt(id.clone()));
            let later = Condition::any().add(item::Column::FirstPublishedOn.lt(*on)).add(same);
            of_blog(tx, blog).filter(item::Column::FirstPublishedOn.lte(*on)).filter(later)
        }
        _ => of_blog(tx, blog).filter(item::Column::FirstPublishedOn.is_not_null()),
    };
    latest(find)
}

pub(super) fn made<'a>(tx: &'a TenantTx, blog: &CollectionId, behind: Option<&ItemCursor>) -> Find<'a, item::Entity> {
    let mut find = of_blog(tx, blog);
    if let Some(spot) = behind {
        find = find.filter(item::Column::PageId.lt(spot.id.clone()));
    }
    find.order_by_desc(item::Column::PageId).limit(BATCH)
}

/// Pages of a blog's items: their stored slugs begin with its id, except in the trash.
fn pages<'a>(tx: &'a TenantTx, blog: &CollectionId) -> Find<'a, collection::Entity> {
    tx.find::<collection::Entity>()
        .filter(collection::Column::Kind.eq(CollectionKind::Item))
        .filter(collection::Column::UrlId.like(format!("{blog}/%")))
}

pub(super) fn changed<'a>(
    tx: &'a TenantTx,
    blog: &CollectionId,
    behind: Option<&ItemCursor>,
) -> Find<'a, collection::Entity> {
    use collection::Column;
    let mut find = pages(tx, blog);
    if let Some(ItemCursor { amount: Amount::Time(on), id }) = behind {
        let same = Column::UpdatedOn.eq(*on).and(Column::Id.lt(id.clone()));
        find =
            find.filter(Column::UpdatedOn.lte(*on)).filter(Condition::any().add(Column::UpdatedOn.lt(*on)).add(same));
    }
    find.order_by_desc(Column::UpdatedOn).order_by_desc(Column::Id).limit(BATCH)
}

fn lower_title() -> Expr {
    Expr::expr(Func::lower(Expr::col(collection::Column::Title)))
}

pub(super) fn titled<'a>(
    tx: &'a TenantTx,
    blog: &CollectionId,
    behind: Option<&ItemCursor>,
) -> Find<'a, collection::Entity> {
    use collection::Column;
    let mut find = pages(tx, blog);
    if let Some(ItemCursor { amount: Amount::Title(title), id }) = behind {
        let same = lower_title().eq(title.as_str()).and(Column::Id.gt(id.clone()));
        let later = Condition::any().add(lower_title().gt(title.as_str())).add(same);
        find = find.filter(lower_title().gte(title.as_str())).filter(later);
    }
    find.order_by(lower_title(), false).order_by_asc(Column::Id).limit(BATCH)
}

//! Tags that contributors assign to orders, to find them again.

use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_entity::tenant::order_tag::{ActiveModel, Column, Entity};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::id::OrderId;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::model::OrderView;
use super::{details, store};
use crate::CommerceError;
use crate::contributor_texts;

/// Longest tag, in characters.
const MAX_TAG_LENGTH: usize = 40;
/// Maximum number of tags of an order.
const MAX_PER_ORDER: usize = 20;
/// Maximum number of suggested tags.
const MAX_OFFERED: u64 = 200;

#[derive(FromQueryResult)]
struct UsedTag {
    tag: String,
}

/// Normalised tag for storage and comparison: lower case, single spaces.
pub(super) fn normal(tag: &str) -> String {
    tag.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The tags used by the site's orders, sorted.
///
/// # Errors
/// When the caller may not read orders.
#[boxed]
pub async fn used_tags(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<String>, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let tx = db.read().await?;
    let tags = tx.find::<Entity>().order_by_asc(Column::Tag).limit(MAX_OFFERED);
    let used: Vec<UsedTag> = tags.aggregate(&[Column::Tag], Vec::new()).await?;
    Ok(used.into_iter().map(|used| used.tag).collect())
}

/// Adds a tag to an order. Idempotent.
///
/// # Errors
/// When the caller may not change orders, the order does not exist, or the tag is blank, too long or one too many.
#[boxed]
pub async fn add_tag(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &OrderId,
    tag: &str,
) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let tag = normal(tag);
    if tag.is_empty() || tag.chars().count() > MAX_TAG_LENGTH || tag.chars().any(char::is_control) {
        return Err(CommerceError::field(
            "tag",
            contributor_texts::ENTER_A_TAG_OF_AT_MOST.with("count", MAX_TAG_LENGTH).to_string(),
        ));
    }
    let tx = db.write().await?;
    let row = store::find(&tx, order_id, true).await?;
    let known = of_order(&tx, &row.id).await?;
    if !known.contains(&tag) {
        if known.len() >= MAX_PER_ORDER {
            return Err(CommerceError::field(
                "tag",
                contributor_texts::ORDER_CAN_HAVE_TAGS.with("count", MAX_PER_ORDER).to_string(),
            ));
        }
        let new = ActiveModel { website_id: Set(tx.website().clone()), order_id: Set(row.id.clone()), tag: Set(tag) };
        tx.insert(new).await?;
    }
    let view = details::complete(&tx, row).await?;
    tx.commit().await?;
    Ok(view)
}

/// Removes a tag from an order. Idempotent.
///
/// # Errors
/// When the caller may not change orders or the order does not exist.
#[boxed]
pub async fn remove_tag(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &OrderId,
    tag: &str,
) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let tx = db.write().await?;
    let row = store::find(&tx, order_id, false).await?;
    tx.delete::<Entity>(Column::OrderId.eq(row.id.clone())).filter(Column::Tag.eq(normal(tag))).exec().await?;
    let view = details::complete(&tx, row).await?;
    tx.commit().await?;
    Ok(view)
}

/// The tags of an order, sorted.
async fn of_order(tx: &TenantTx, order: &OrderId) -> Result<Vec<String>, DbError> {
    let find = tx.find::<Entity>().filter(Column::OrderId.eq(order.clone())).order_by_asc(Column::Tag);
    Ok(find.all().await?.into_iter().map(|row| row.tag).collect())
}

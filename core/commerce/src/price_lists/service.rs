//! Price lists as contributors read and change them.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_entity::TenantDb;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::price_list;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::PriceListId;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{Precondition, TenantCtx, boxed};

use super::model::{PriceListPatch, PriceListSummary, PriceListView};
use super::store;
use crate::CommerceError;
use crate::contributor_texts;

/// Maximum number of price lists per site.
const MAX_LISTS: u64 = 100;

/// The site's price lists, by name.
///
/// # Errors
/// When the caller may not read discounts.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<PriceListSummary>, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Read)?;
    store::all(&db.read().await?).await
}

/// One price list.
///
/// # Errors
/// When the caller may not read discounts or it does not exist.
#[boxed]
pub async fn detail(ctx: &TenantCtx, db: &TenantDb, id: &PriceListId) -> Result<PriceListView, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Read)?;
    let tx = db.read().await?;
    let row = store::row(&tx, id, false).await?;
    store::view(&tx, row).await
}

/// Creates a price list.
///
/// # Errors
/// Field errors; [`CommerceError::Refused`] when the maximum number is reached.
#[boxed]
pub async fn create(ctx: &TenantCtx, db: &TenantDb, patch: PriceListPatch) -> Result<PriceListView, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Write)?;
    let patch = patch.checked()?;
    let tx = db.write().await?;
    if tx.find::<price_list::Entity>().count().await? >= MAX_LISTS {
        return Err(CommerceError::Refused(
            contributor_texts::SITE_CAN_HAVE_PRICE_LISTS.with("count", MAX_LISTS).to_string(),
        ));
    }
    store::check_products(&tx, &patch.prices).await?;
    let row = tx
        .insert(price_list::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(PriceListId::generate()),
            name: Set(patch.name.clone()),
            enabled: Set(patch.enabled),
            starts_on: Set(patch.starts_on),
            ends_on: Set(patch.ends_on),
            audience: Set(patch.audience),
            rate_basis_points: Set(patch.rate_basis_points),
            revision: Set(1),
            created_on: Set(ctx.now()),
            updated_on: Set(ctx.now()),
        })
        .await?;
    store::keep(&tx, &row.id, &patch).await?;
    audit::note(ctx, &tx, AuditAction::PriceListCreate, row.id.as_str()).await?;
    let made = store::view(&tx, row).await?;
    tx.commit().await?;
    Ok(made)
}

/// Updates a price list when the precondition holds.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when it was changed in between; field errors.
#[boxed]
pub async fn update(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &PriceListId,
    seen: &Precondition,
    patch: PriceListPatch,
) -> Result<PriceListView, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Write)?;
    let tx = db.write().await?;
    let known = store::row(&tx, id, true).await?;
    let patch = patch.checked()?;
    if !seen.holds(&known.revision) {
        return Err(CommerceError::RevisionStale);
    }
    store::check_products(&tx, &patch.prices).await?;
    tx.update::<price_list::Entity>(price_list::Column::Id.eq(known.id.clone()))
        .set(price_list::Column::Name, patch.name.clone())
        .set(price_list::Column::Enabled, patch.enabled)
        .set(price_list::Column::StartsOn, patch.starts_on.map(Timestamp::ms))
        .set(price_list::Column::EndsOn, patch.ends_on.map(Timestamp::ms))
        .set(price_list::Column::Audience, patch.audience)
        .set(price_list::Column::RateBasisPoints, patch.rate_basis_points)
        .set(price_list::Column::Revision, Expr::col(price_list::Column::Revision).add(1))
        .set(price_list::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    store::keep(&tx, &known.id, &patch).await?;
    audit::note(ctx, &tx, AuditAction::PriceListSave, known.id.as_str()).await?;
    let row = store::row(&tx, id, false).await?;
    let changed = store::view(&tx, row).await?;
    tx.commit().await?;
    Ok(changed)
}

/// Deletes a price list when the precondition holds. Existing orders keep its prices.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when it was changed in between; when the caller may not delete discounts or it does
/// not exist.
#[boxed]
pub async fn delete(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &PriceListId,
    seen: &Precondition,
) -> Result<(), CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Delete)?;
    let tx = db.write().await?;
    let known = store::row(&tx, id, true).await?;
    if !seen.holds(&known.revision) {
        return Err(CommerceError::RevisionStale);
    }
    tx.delete::<price_list::Entity>(price_list::Column::Id.eq(known.id.clone())).exec().await?;
    audit::note(ctx, &tx, AuditAction::PriceListDelete, known.id.as_str()).await?;
    Ok(tx.commit().await?)
}

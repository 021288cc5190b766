//! Listing, creating, changing and deleting discounts.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::discount;
use stoa_entity::{DbError, TenantDb, TenantTx, translations};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::DiscountId;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::search::folded;
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{Precondition, TenantCtx, boxed};

use super::edit::DiscountPatch;
use super::listing::DiscountFilter;
use super::model::{DiscountView, code_key};
use super::store;
use crate::CommerceError;
use crate::contributor_texts;

/// Maximum number of automatic discounts: those on the whole order are evaluated for each cart.
const MAX_AUTOMATIC: u64 = 3_000;

/// Maximum number of uses that are counted when a discount without a usage limit is shown.
pub const MAX_COUNTED: i64 = 1_000;

/// Lists the site's discounts, one page at a time.
///
/// # Errors
/// When the caller may not read discounts; a field error for `cursor`.
#[boxed]
pub async fn list(
    ctx: &TenantCtx,
    db: &TenantDb,
    filter: &DiscountFilter,
    request: &PageRequest,
) -> Result<Page<DiscountView>, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Read)?;
    let tx = db.read().await?;
    let found = tx.find::<discount::Entity>().filter(filter.condition(ctx.now()));
    let page = filter.order().page(found, request).await?;
    let mut items = store::at(&tx, &page.items).await?;
    store::read_customers(&tx, &mut items).await?;
    count(&tx, &mut items).await?;
    Ok(Page { items, next_cursor: page.next_cursor })
}

/// Returns one discount.
///
/// # Errors
/// When the caller may not read discounts or the discount does not exist.
#[boxed]
pub async fn detail(ctx: &TenantCtx, db: &TenantDb, discount_id: &DiscountId) -> Result<DiscountView, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Read)?;
    let tx = db.read().await?;
    find(&tx, discount_id, false).await
}

async fn find(tx: &TenantTx, id: &DiscountId, lock: bool) -> Result<DiscountView, CommerceError> {
    let mut discount = store::one(tx, id, lock).await?.ok_or(CommerceError::NotFound)?;
    count(tx, std::slice::from_mut(&mut discount)).await?;
    store::read_customers(tx, std::slice::from_mut(&mut discount)).await?;
    Ok(discount)
}

/// The counter in the row is only maintained while there is a usage limit. Without one, the orders that used the
/// discount are counted, up to a maximum: counting a million of them would slow down the list.
async fn count(tx: &TenantTx, discounts: &mut [DiscountView]) -> Result<(), DbError> {
    let unlimited = discounts.iter().filter(|discount| discount.usage_limit.is_none());
    let ids: Vec<DiscountId> = unlimited.map(|discount| discount.id.clone()).collect();
    let counts = store::count_some_uses(tx, ids, u64::try_from(MAX_COUNTED).unwrap_or(0) + 1).await?;
    for discount in discounts.iter_mut().filter(|discount| discount.usage_limit.is_none()) {
        let used = counts.get(&discount.id).copied().unwrap_or(0);
        discount.more_used = used > MAX_COUNTED;
        discount.used_count = std::cmp::min(used, MAX_COUNTED);
    }
    Ok(())
}

fn code_taken() -> CommerceError {
    CommerceError::field("code", contributor_texts::ANOTHER_DISCOUNT_HAS_THIS_CODE.english())
}

async fn check_automatic(tx: &TenantTx, patch: &DiscountPatch, own: Option<&DiscountId>) -> Result<(), CommerceError> {
    if patch.code.is_some() {
        return Ok(());
    }
    let mut find = tx.find::<discount::Entity>().filter(discount::Column::CodeKey.is_null());
    if let Some(own) = own {
        find = find.filter(discount::Column::Id.ne(own.clone()));
    }
    if find.count().await? < MAX_AUTOMATIC {
        return Ok(());
    }
    let message = contributor_texts::AUTOMATIC_DISCOUNTS_FULL.english();
    Err(CommerceError::field("code", message))
}

/// Creates a discount.
///
/// # Errors
/// Field errors, including when another discount has the same code.
#[boxed]
pub async fn create(ctx: &TenantCtx, db: &TenantDb, patch: DiscountPatch) -> Result<DiscountView, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Write)?;
    let patch = patch.checked()?;
    let tx = db.write().await?;
    check_automatic(&tx, &patch, None).await?;
    let row = discount::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(DiscountId::generate()),
        searched: Set(found_by(&patch.label, patch.code.as_deref())),
        label: Set(patch.label),
        code_key: Set(patch.code.as_deref().map(code_key)),
        code: Set(patch.code),
        kind: Set(patch.kind),
        rate_basis_points: Set(patch.rate_basis_points),
        amount_cents: Set(patch.amount_cents),
        applies_to: Set(patch.applies_to),
        target_ids: Set(JsonOf(patch.target_ids.clone())),
        minimum_subtotal_cents: Set(patch.minimum_subtotal_cents),
        starts_on: Set(patch.starts_on),
        ends_on: Set(patch.ends_on),
        usage_limit: Set(patch.usage_limit),
        once_per_customer: Set(patch.once_per_customer),
        for_named_customers: Set(patch.customers.is_some()),
        used_count: Set(0),
        enabled: Set(patch.enabled),
        revision: Set(1),
        created_on: Set(ctx.now()),
        updated_on: Set(ctx.now()),
    };
    let row = match tx.insert(row).await {
        Err(DbError::Duplicate(_)) => return Err(code_taken()),
        other => other?,
    };
    store::name_targets(&tx, &row.id, &patch.target_ids).await?;
    store::name_customers(&tx, &row.id, patch.customers.as_deref()).await?;
    let made = find(&tx, &row.id, false).await?;
    tx.commit().await?;
    Ok(made)
}

/// The text that a discount is searched by.
pub fn found_by(label: &str, code: Option<&str>) -> String {
    folded(&format!("{label}\n{}", code.unwrap_or_default()))
}

/// Updates a discount if its revision is the one that the caller has seen. The row is locked, so that no order uses the
/// discount meanwhile. If it has a usage limit, the uses are recounted: it may have had no limit before.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when the revision is outdated; field errors.
#[boxed]
pub async fn update(
    ctx: &TenantCtx,
    db: &TenantDb,
    discount_id: &DiscountId,
    seen: &Precondition,
    patch: DiscountPatch,
) -> Result<DiscountView, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Write)?;
    let tx = db.write().await?;
    let known = find(&tx, discount_id, true).await?;
    let patch = patch.checked()?;
    if !seen.holds(&known.revision) {
        return Err(CommerceError::RevisionStale);
    }
    check_automatic(&tx, &patch, Some(&known.id)).await?;
    let used = match patch.usage_limit {
        Some(_) => store::count_uses(&tx, &known.id).await?,
        None => 0,
    };
    let update = tx
        .update::<discount::Entity>(discount::Column::Id.eq(known.id.clone()))
        .set(discount::Column::Searched, found_by(&patch.label, patch.code.as_deref()))
        .set(discount::Column::Label, patch.label)
        .set(discount::Column::CodeKey, patch.code.as_deref().map(code_key))
        .set(discount::Column::Code, patch.code)
        .set(discount::Column::Kind, patch.kind)
        .set(discount::Column::RateBasisPoints, patch.rate_basis_points)
        .set(discount::Column::AmountCents, patch.amount_cents)
        .set(discount::Column::AppliesTo, patch.applies_to)
        .set(discount::Column::TargetIds, JsonOf(patch.target_ids.clone()))
        .set(discount::Column::MinimumSubtotalCents, patch.minimum_subtotal_cents)
        .set(discount::Column::StartsOn, patch.starts_on.map(Timestamp::ms))
        .set(discount::Column::EndsOn, patch.ends_on.map(Timestamp::ms))
        .set(discount::Column::UsageLimit, patch.usage_limit)
        .set(discount::Column::OncePerCustomer, patch.once_per_customer)
        .set(discount::Column::ForNamedCustomers, patch.customers.is_some())
        .set(discount::Column::UsedCount, used)
        .set(discount::Column::Enabled, patch.enabled)
        .set(discount::Column::Revision, Expr::col(discount::Column::Revision).add(1))
        .set(discount::Column::UpdatedOn, ctx.now());
    match update.exec().await {
        Err(DbError::Duplicate(_)) => return Err(code_taken()),
        other => other?,
    };
    store::name_targets(&tx, &known.id, &patch.target_ids).await?;
    store::name_customers(&tx, &known.id, patch.customers.as_deref()).await?;
    let changed = find(&tx, discount_id, false).await?;
    tx.commit().await?;
    Ok(changed)
}

/// Deletes a discount if its revision is the one that the caller has seen. Orders keep their reduction.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when the revision is outdated; when the caller may not delete discounts or the
/// discount does not exist.
#[boxed]
pub async fn delete(
    ctx: &TenantCtx,
    db: &TenantDb,
    discount_id: &DiscountId,
    seen: &Precondition,
) -> Result<(), CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Delete)?;
    let tx = db.write().await?;
    let known = find(&tx, discount_id, true).await?;
    if !seen.holds(&known.revision) {
        return Err(CommerceError::RevisionStale);
    }
    translations::forget(&tx, TranslatedKind::Discount, vec![known.id.to_string()]).await?;
    tx.delete::<discount::Entity>(discount::Column::Id.eq(known.id)).exec().await?;
    tx.commit().await?;
    Ok(())
}

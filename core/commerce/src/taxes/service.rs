//! Tax rules as contributors read and change them.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_entity::tenant::tax_rule;
use stoa_entity::{DbError, TenantDb, TenantTx, translations};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::TaxRuleId;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{Precondition, TenantCtx, boxed};

use super::model::{RegionalTaxRule, TaxPatch};
use crate::CommerceError;
use crate::contributor_texts;

/// Maximum number of tax rules per site.
const MAX_TAXES: u64 = 500;

/// All tax rules, sorted by country, region and postal code.
pub(crate) async fn all(tx: &TenantTx) -> Result<Vec<RegionalTaxRule>, DbError> {
    let rows = tx
        .find::<tax_rule::Entity>()
        .order_by_asc(tax_rule::Column::Country)
        .order_by_asc(tax_rule::Column::Region)
        .order_by_asc(tax_rule::Column::PostalPrefix)
        .order_by_asc(tax_rule::Column::Id)
        .all()
        .await?;
    Ok(rows.into_iter().map(RegionalTaxRule::from).collect())
}

/// The tax rules of the site.
///
/// # Errors
/// When the caller may not read them.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<RegionalTaxRule>, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Read)?;
    Ok(all(&db.read().await?).await?)
}

/// One tax rule.
///
/// # Errors
/// When the caller may not read taxes or it does not exist.
#[boxed]
pub async fn detail(ctx: &TenantCtx, db: &TenantDb, tax_id: &TaxRuleId) -> Result<RegionalTaxRule, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Read)?;
    find(&db.read().await?, tax_id, false).await
}

async fn find(tx: &TenantTx, id: &TaxRuleId, lock: bool) -> Result<RegionalTaxRule, CommerceError> {
    let found = tx.find::<tax_rule::Entity>().filter(tax_rule::Column::Id.eq(id.clone()));
    let row = if lock { found.for_update().one().await? } else { found.one().await? };
    row.map(RegionalTaxRule::from).ok_or(CommerceError::NotFound)
}

/// Creates a tax rule.
///
/// # Errors
/// Field errors.
#[boxed]
pub async fn create(ctx: &TenantCtx, db: &TenantDb, patch: TaxPatch) -> Result<RegionalTaxRule, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Write)?;
    let patch = patch.checked()?;
    let tx = db.write().await?;
    if tx.find::<tax_rule::Entity>().count().await? >= MAX_TAXES {
        return Err(CommerceError::Refused(
            contributor_texts::SITE_CAN_HAVE_TAXES.with("count", MAX_TAXES).to_string(),
        ));
    }
    let row = tx
        .insert(tax_rule::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(TaxRuleId::generate()),
            label: Set(patch.label),
            country: Set(patch.country),
            region: Set(patch.region),
            postal_prefix: Set(patch.postal_prefix),
            rate_basis_points: Set(patch.rate_basis_points),
            on_shipping: Set(patch.on_shipping),
            valid_from: Set(patch.valid_from),
            valid_until: Set(patch.valid_until),
            revision: Set(1),
            created_on: Set(ctx.now()),
            updated_on: Set(ctx.now()),
        })
        .await?;
    tx.commit().await?;
    Ok(row.into())
}

/// Updates a tax rule when the precondition holds.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when it was changed in between; field errors.
#[boxed]
pub async fn update(
    ctx: &TenantCtx,
    db: &TenantDb,
    tax_id: &TaxRuleId,
    seen: &Precondition,
    patch: TaxPatch,
) -> Result<RegionalTaxRule, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Write)?;
    let tx = db.write().await?;
    let tax = find(&tx, tax_id, true).await?;
    let patch = patch.checked()?;
    if !seen.holds(&tax.revision) {
        return Err(CommerceError::RevisionStale);
    }
    let changed = tx
        .update::<tax_rule::Entity>(tax_rule::Column::Id.eq(tax.id))
        .filter(tax_rule::Column::Revision.eq(tax.revision))
        .set(tax_rule::Column::Label, patch.label)
        .set(tax_rule::Column::Country, patch.country)
        .set(tax_rule::Column::Region, patch.region)
        .set(tax_rule::Column::PostalPrefix, patch.postal_prefix)
        .set(tax_rule::Column::RateBasisPoints, patch.rate_basis_points)
        .set(tax_rule::Column::OnShipping, patch.on_shipping)
        .set(tax_rule::Column::ValidFrom, patch.valid_from.map(Timestamp::ms))
        .set(tax_rule::Column::ValidUntil, patch.valid_until.map(Timestamp::ms))
        .set(tax_rule::Column::Revision, Expr::col(tax_rule::Column::Revision).add(1))
        .set(tax_rule::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    if changed != 1 {
        return Err(CommerceError::RevisionStale);
    }
    let tax = find(&tx, tax_id, false).await?;
    tx.commit().await?;
    Ok(tax)
}

/// Deletes a tax rule when the precondition holds. Existing orders keep the tax charged.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when it was changed in between; when the caller may not delete taxes or it does not
/// exist.
#[boxed]
pub async fn delete(
    ctx: &TenantCtx,
    db: &TenantDb,
    tax_id: &TaxRuleId,
    seen: &Precondition,
) -> Result<(), CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Delete)?;
    let tx = db.write().await?;
    let tax = find(&tx, tax_id, true).await?;
    if !seen.holds(&tax.revision) {
        return Err(CommerceError::RevisionStale);
    }
    let removed = tx.delete::<tax_rule::Entity>(tax_rule::Column::Id.eq(tax.id));
    if removed.filter(tax_rule::Column::Revision.eq(tax.revision)).exec().await? != 1 {
        return Err(CommerceError::RevisionStale);
    }
    translations::forget(&tx, TranslatedKind::TaxRule, vec![tax_id.to_string()]).await?;
    tx.commit().await?;
    Ok(())
}

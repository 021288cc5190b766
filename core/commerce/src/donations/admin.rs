//! The amounts that a product accepts as donations, for contributors.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::TenantDb;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{donation_terms, variant};
use stoa_kernel::error::Checks;
use stoa_kernel::id::{CollectionId, ProductId};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::model::{DonationTerms, TermsPatch};
use super::store::row_of_product;
use crate::catalogue::{ProductType, product_of_store, touch_product};
use crate::contributor_texts;
use crate::{CommerceError, subscriptions};

/// The donation amounts that a product accepts; none if it does not accept donations.
///
/// # Errors
/// When the caller may not read products or the product is not in the store.
#[boxed]
pub async fn terms(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &CollectionId,
    item_id: &ProductId,
) -> Result<Option<DonationTerms>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    let product = product_of_store(&tx, store_id, item_id).await?;
    super::of_products(&tx, std::iter::once(product.id.clone())).await.map(|mut terms| terms.remove(&product.id))
}

/// Makes a product accept donations, or changes the accepted amounts.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when the revision is outdated; field errors.
#[boxed]
pub async fn save_terms(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &CollectionId,
    item_id: &ProductId,
    patch: TermsPatch,
) -> Result<DonationTerms, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let tx = db.write().await?;
    let product = product_of_store(&tx, store_id, item_id).await?;
    let own = variant::Column::ProductId.eq(product.id.clone());
    let is_plain = ProductType::from_code(product.product_type) == Some(ProductType::Service)
        && tx.find::<variant::Entity>().filter(own).count().await? == 1;
    let plans = subscriptions::of_products(&tx, std::iter::once(product.id.clone())).await?;
    let mut checks = Checks::default();
    checks.require(is_plain, "productType", contributor_texts::ONLY_A_SERVICE_WITH_ONE_VARIANT);
    checks.require(
        plans.is_empty(),
        "subscriptionPlan",
        contributor_texts::STOP_SELLING_THE_PRODUCT_BY_SUBSCRIPTION_FIRST,
    );
    checks.finish()?;
    let terms = patch.checked()?;
    let known = row_of_product(&tx, &product.id).await?;
    if known.as_ref().map_or(0, |row| row.revision) != terms.revision {
        return Err(CommerceError::RevisionStale);
    }
    let row = donation_terms::ActiveModel {
        website_id: Set(ctx.website().clone()),
        product_id: Set(product.id.clone()),
        suggested: Set(JsonOf(terms.suggested_cents)),
        takes_other: Set(terms.takes_other),
        least_cents: Set(terms.least_cents),
        most_cents: Set(terms.most_cents),
        revision: Set(terms.revision + 1),
        created_on: Set(known.as_ref().map_or_else(|| ctx.now(), |row| row.created_on)),
        updated_on: Set(ctx.now()),
    };
    let saved = if known.is_some() { tx.save(row).await? } else { tx.insert(row).await? };
    touch_product(ctx, &tx, &product.id).await?;
    tx.commit().await?;
    Ok(saved.into())
}

/// Makes a product stop accepting donations: from then on it is sold at its price. Existing orders do not change.
///
/// # Errors
/// [`CommerceError::NotFound`] when it accepts none.
#[boxed]
pub async fn remove_terms(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &CollectionId,
    item_id: &ProductId,
) -> Result<(), CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let tx = db.write().await?;
    let product = product_of_store(&tx, store_id, item_id).await?;
    let own = donation_terms::Column::ProductId.eq(product.id.clone());
    if tx.delete::<donation_terms::Entity>(own).exec().await? == 0 {
        return Err(CommerceError::NotFound);
    }
    touch_product(ctx, &tx, &product.id).await?;
    tx.commit().await?;
    Ok(())
}

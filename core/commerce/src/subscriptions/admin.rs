//! The subscription plan of a product, for contributors.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::TenantDb;
use stoa_entity::tenant::subscription_plan;
use stoa_kernel::id::{CollectionId, ProductId, SubscriptionPlanId};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::model::{CheckedPlan, PlanPatch, SubscriptionPlan};
use super::store::row_of_product;
use crate::catalogue::{ProductType, product_of_store, touch_product};
use crate::{CommerceError, contributor_texts, donations};

/// The subscription plan of a product; none when it is not sold by subscription.
///
/// # Errors
/// When the caller may not read products or the product is not in the store.
#[boxed]
pub async fn plan(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &CollectionId,
    item_id: &ProductId,
) -> Result<Option<SubscriptionPlan>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    let product = product_of_store(&tx, store_id, item_id).await?;
    super::of_products(&tx, std::iter::once(product.id.clone())).await.map(|mut plans| plans.remove(&product.id))
}

/// Creates or updates the plan of a product.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when it was changed in between; field errors, including when the product takes
/// donations.
#[boxed]
pub async fn save_plan(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &CollectionId,
    item_id: &ProductId,
    patch: PlanPatch,
) -> Result<SubscriptionPlan, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let tx = db.write().await?;
    let product = product_of_store(&tx, store_id, item_id).await?;
    let plan = patch.checked(ProductType::from_code(product.product_type))?;
    if donations::accepts_donations(&tx, &product.id).await? {
        let message = contributor_texts::DONATIONS_NOT_BY_SUBSCRIPTION.english();
        return Err(CommerceError::field("isSubscribable", message));
    }
    let known = row_of_product(&tx, &product.id).await?;
    if known.as_ref().map_or(0, |row| row.revision) != plan.revision {
        return Err(CommerceError::RevisionStale);
    }
    let row = plan_row(ctx, &product.id, &plan);
    let saved = match known {
        Some(known) => {
            let (id, created_on) = (Set(known.id), Set(known.created_on));
            tx.save(subscription_plan::ActiveModel { id, created_on, ..row }).await?
        }
        None => tx.insert(row).await?,
    };
    touch_product(ctx, &tx, &product.id).await?;
    tx.commit().await?;
    Ok(saved.into())
}

/// Deletes the plan of a product, which is sold as a one-time purchase from then on. Existing orders keep theirs.
///
/// # Errors
/// [`CommerceError::NotFound`] when the product has no plan.
#[boxed]
pub async fn remove_plan(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &CollectionId,
    item_id: &ProductId,
) -> Result<(), CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let tx = db.write().await?;
    let product = product_of_store(&tx, store_id, item_id).await?;
    let own = subscription_plan::Column::ProductId.eq(product.id.clone());
    if tx.delete::<subscription_plan::Entity>(own).exec().await? == 0 {
        return Err(CommerceError::NotFound);
    }
    touch_product(ctx, &tx, &product.id).await?;
    tx.commit().await?;
    Ok(())
}

fn plan_row(ctx: &TenantCtx, product: &ProductId, plan: &CheckedPlan) -> subscription_plan::ActiveModel {
    subscription_plan::ActiveModel {
        website_id: Set(ctx.website().clone()),
        id: Set(SubscriptionPlanId::generate()),
        product_id: Set(product.clone()),
        period_value: Set(plan.billing_period.value),
        period_unit: Set(plan.billing_period.unit),
        billing_cycles: Set(plan.num_billing_cycles),
        sold_once: Set(plan.sold_once),
        percentage_discount: Set(plan.percentage_discount),
        revision: Set(plan.revision + 1),
        created_on: Set(ctx.now()),
        updated_on: Set(ctx.now()),
    }
}

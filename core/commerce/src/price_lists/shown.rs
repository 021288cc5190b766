//! What who is signed in pays. Pages are kept for everybody and show what everybody pays, so browsers ask for it.

use stoa_entity::TenantDb;
use stoa_kernel::id::{ProductId, VariantId};
use stoa_kernel::money::Money;
use stoa_kernel::{Actor, TenantCtx};

use super::offers::Offers;
use crate::CommerceError;
use crate::shelf::Shelf;
use crate::subscriptions::SubscriptionPlan;

/// Most products that are asked for at once.
const MOST_PRODUCTS: usize = 100;

/// What the caller pays for one of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPrice {
    /// The product.
    pub product_id: ProductId,
    /// The variant.
    pub variant_id: VariantId,
    /// What everybody pays, minor units.
    pub general_price_cents: i64,
    /// What the caller pays, minor units.
    pub price_cents: i64,
    /// How often it is paid, such as `every month`, for what is sold by subscription only.
    pub rhythm: Option<String>,
    /// What the caller pays as a subscriber for what is sold both ways, minor units.
    pub subscriber_price_cents: Option<i64>,
}

/// The prices of all variants of those products for which a list lowers the caller's price of any. Nobody else's are
/// told: guests have none.
///
/// # Errors
/// A message beside `itemIds` when they are too many; when the database refuses or an amount does not fit.
pub async fn shown(ctx: &TenantCtx, db: &TenantDb, product_ids: &[&str]) -> Result<Vec<ShownPrice>, CommerceError> {
    if product_ids.len() > MOST_PRODUCTS {
        return Err(CommerceError::field("itemIds", format!("Ask for at most {MOST_PRODUCTS} products.")));
    }
    let Actor::SiteUser(account) = ctx.actor() else { return Ok(Vec::new()) };
    let ids: Vec<ProductId> = product_ids.iter().filter_map(|id| id.parse().ok()).collect();
    let tx = db.read().await?;
    let offers = Offers::to(ctx, &tx, Some(account), ids.iter()).await?;
    if offers.is_empty() {
        return Ok(Vec::new());
    }
    let shelf = Shelf::open(&tx).await?;
    let currency = shelf.terms().await?.settings.currency;
    let mut prices = Vec::new();
    for item in shelf.items(&ids).await? {
        let mut own = Vec::with_capacity(item.variants.len());
        let mut is_lowered = false;
        for variant in &item.variants {
            let once = item.effective_price_cents(variant);
            let plan = item.subscription.as_ref();
            let first = plan.filter(|plan| !plan.sold_once).map_or(once, |plan| plan.price_cents(once));
            let beside = plan.filter(|plan| plan.sold_once).map(|plan| plan.price_cents(once));
            let (price_cents, list) = offers.price(&item, variant, Money::new(first, currency))?;
            let mut subscriber_price_cents = None;
            if let Some(general) = beside {
                let (price, list) = offers.price(&item, variant, Money::new(general, currency))?;
                is_lowered |= list.is_some();
                subscriber_price_cents = Some(price);
            }
            is_lowered |= list.is_some();
            own.push(ShownPrice {
                product_id: item.id.clone(),
                variant_id: variant.id.clone(),
                general_price_cents: first,
                price_cents,
                rhythm: plan.filter(|plan| !plan.sold_once).map(SubscriptionPlan::words),
                subscriber_price_cents,
            });
        }
        if is_lowered {
            prices.extend(own);
        }
    }
    Ok(prices)
}

//! Prices of a signed-in customer. Cached pages are the same for all visitors and show the general prices, so browsers
//! request these separately.

use stoa_entity::TenantDb;
use stoa_kernel::id::{ProductId, VariantId};
use stoa_kernel::money::Cents;
use stoa_kernel::{Actor, TenantCtx, boxed};

use super::applicable::Offers;
use crate::CommerceError;
use crate::pricing_cache::CatalogueSnapshot;
use crate::subscriptions::SubscriptionPlan;

/// Maximum number of products per request.
const MAX_PRODUCTS: usize = 100;

/// The caller's price for one piece of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerPrice {
    /// The product.
    pub product_id: ProductId,
    /// The variant.
    pub variant_id: VariantId,
    /// General price, minor units.
    pub general_price_cents: Cents,
    /// The caller's price, minor units.
    pub price_cents: Cents,
    /// Billing interval, such as `every month`, for what is sold by subscription only.
    pub rhythm: Option<String>,
    /// The caller's price as a subscriber for what is sold both ways, minor units.
    pub subscriber_price_cents: Option<Cents>,
}

/// The prices of all variants of those products for which a list lowers at least one price for the caller. Other
/// products are left out; guests get none.
///
/// # Errors
/// An error of the field `itemIds` when there are too many; when the database fails or an amount overflows.
#[boxed]
pub async fn customer_prices(
    ctx: &TenantCtx,
    db: &TenantDb,
    product_ids: &[&str],
) -> Result<Vec<CustomerPrice>, CommerceError> {
    if product_ids.len() > MAX_PRODUCTS {
        return Err(CommerceError::field("itemIds", format!("Ask for at most {MAX_PRODUCTS} products.")));
    }
    let Actor::SiteUser(account) = ctx.actor() else { return Ok(Vec::new()) };
    let ids: Vec<ProductId> = product_ids.iter().filter_map(|id| id.parse().ok()).collect();
    let tx = db.read().await?;
    let offers = Offers::to(ctx, &tx, Some(account), ids.iter()).await?;
    if offers.is_empty() {
        return Ok(Vec::new());
    }
    let catalogue = CatalogueSnapshot::open(&tx).await?;
    let currency = catalogue.terms().await?.settings.site.currency;
    let mut prices = Vec::new();
    for item in catalogue.items(&ids).await? {
        let mut own = Vec::with_capacity(item.variants.len());
        let mut is_lowered = false;
        for variant in &item.variants {
            let once = item.effective_price_cents(variant);
            let plan = item.subscription.as_ref();
            let first = plan.filter(|plan| !plan.sold_once).map_or(once, |plan| plan.price_cents(once));
            let beside = plan.filter(|plan| plan.sold_once).map(|plan| plan.price_cents(once));
            let (price_cents, list) = offers.price(&item, variant, first.of(currency))?;
            let mut subscriber_price_cents = None;
            if let Some(general) = beside {
                let (price, list) = offers.price(&item, variant, general.of(currency))?;
                is_lowered |= list.is_some();
                subscriber_price_cents = Some(price);
            }
            is_lowered |= list.is_some();
            own.push(CustomerPrice {
                product_id: item.id.clone(),
                variant_id: variant.id.clone(),
                general_price_cents: first,
                price_cents,
                rhythm: plan.filter(|plan| !plan.sold_once).map(SubscriptionPlan::text),
                subscriber_price_cents,
            });
        }
        if is_lowered {
            prices.extend(own);
        }
    }
    Ok(prices)
}

//! Shared checkout links: another browser can buy the same products, and learns nothing else.

use stoa_entity::TenantDb;
use stoa_kernel::id::ProductId;
use stoa_kernel::{TenantCtx, boxed};

use super::browser::{Browser, CheckoutKey};
use super::buy_now::buy_now;
use super::model::Cart;
use super::restore::copy_goods;
use super::rules::NewEntry;
use super::single_item::StartedCheckout;
use super::store;
use super::subscription::subscribe;
use crate::CommerceError;
use crate::pricing_cache::CatalogueSnapshot;

/// Destination of a shared checkout link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SharedCheckout {
    /// The checkout itself: it belongs to the caller, or there is nothing left to buy.
    Itself,
    /// The browser's own cart, which now contains the products, and a cookie token if the cart was created.
    InCart(Option<String>),
    /// A new checkout for the same product.
    Begun(StartedCheckout),
    /// The page where the same donation can be made.
    Donation(ProductId),
    /// The product's path: an option or a form field must be filled in first.
    Product(String),
}

/// Opens a shared checkout link. A browser that did not start the checkout gets the products in its own cart, without
/// answers to product forms, discount codes or data of the buyer.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn open_link<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    key: CheckoutKey<'a>,
) -> Result<SharedCheckout, CommerceError> {
    let cart = store::by_checkout_token(&db.read().await?, key.token, false).await?;
    let Some(cart) = cart.filter(|cart| !cart.opens_to(ctx, key.browser)) else { return Ok(SharedCheckout::Itself) };
    if cart.row.is_purchased || cart.entries.is_empty() || cart.check_valid(ctx).is_err() {
        return Ok(SharedCheckout::Itself);
    }
    if cart.expires_on.is_some() {
        return begin_again(ctx, db, &cart, key.browser).await;
    }
    let tx = db.write().await?;
    match copy_goods(ctx, &tx, &cart, key.browser.cart, false).await {
        Ok((_, token)) => {
            tx.commit().await?;
            Ok(SharedCheckout::InCart(token))
        }
        // A cart that is being paid must not change.
        Err(CommerceError::PaymentUnderWay) => Ok(SharedCheckout::InCart(None)),
        Err(other) => Err(other),
    }
}

/// Creates a copy of a single-item cart for another browser.
async fn begin_again(
    ctx: &TenantCtx,
    db: &TenantDb,
    cart: &Cart,
    browser: Browser<'_>,
) -> Result<SharedCheckout, CommerceError> {
    let Some(line) = cart.entries.first() else { return Ok(SharedCheckout::Itself) };
    if cart.donation.is_some() {
        return Ok(SharedCheckout::Donation(line.product_id.clone()));
    }
    let item = {
        let tx = db.read().await?;
        match CatalogueSnapshot::open(&tx).await?.item(&line.product_id).await {
            Err(CommerceError::NotFound) => return Ok(SharedCheckout::Itself),
            other => other?,
        }
    };
    let variant = item.variants.iter().find(|variant| variant.id == line.variant_id);
    let new = NewEntry {
        item_id: line.product_id.to_string(),
        sku: variant.map(|variant| variant.sku.clone()),
        quantity: line.quantity.into(),
        additional_fields: None,
    };
    let begun = match &cart.subscription {
        Some(_) => subscribe(ctx, db, browser, new).await,
        None => buy_now(ctx, db, browser, new).await,
    };
    match begun {
        Ok(begun) => Ok(SharedCheckout::Begun(begun)),
        Err(
            CommerceError::Refused(_) | CommerceError::Invalid(_) | CommerceError::Denied(_) | CommerceError::Said(_),
        ) => Ok(SharedCheckout::Product(item.full_url.clone())),
        Err(CommerceError::NotFound) => Ok(SharedCheckout::Itself),
        Err(other) => Err(other),
    }
}

//! Links to checkouts that are opened elsewhere: what lies in them can be bought there too, and nothing else is told.

use stoa_entity::TenantDb;
use stoa_kernel::TenantCtx;
use stoa_kernel::id::ProductId;

use super::again::copy_goods;
use super::browser::{Browser, CheckoutKey};
use super::buy_now::buy_now;
use super::model::Cart;
use super::one_line::BegunCheckout;
use super::rules::NewEntry;
use super::store;
use super::subscription::subscribe;
use crate::CommerceError;
use crate::shelf::Shelf;

/// Where the link of a checkout leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opened {
    /// To itself: it belongs to who opened the link, or there is nothing to buy in it any more.
    Itself,
    /// To the browser's own cart, which holds the goods now; a token for its cookie when it had none.
    InCart(Option<String>),
    /// To a checkout of its own for the same.
    Begun(BegunCheckout),
    /// To the page on which somebody gives for the same.
    Donation(ProductId),
    /// To the address of the product: something about it has to be chosen first.
    Product(String),
}

/// Opens the link of a checkout. Who did not begin it gets the goods in a cart of their own: neither what was answered
/// about them, nor codes, nor anything about who buys them.
///
/// # Errors
/// When the database refuses.
pub async fn open_link(ctx: &TenantCtx, db: &TenantDb, key: CheckoutKey<'_>) -> Result<Opened, CommerceError> {
    let cart = store::by_checkout_token(&db.read().await?, key.token, false).await?;
    let Some(cart) = cart.filter(|cart| !cart.opens_to(ctx, key.browser)) else { return Ok(Opened::Itself) };
    if cart.row.is_purchased || cart.entries.is_empty() || cart.check_valid(ctx).is_err() {
        return Ok(Opened::Itself);
    }
    if cart.expires_on.is_some() {
        return begin_again(ctx, db, &cart, key.browser).await;
    }
    let tx = db.write().await?;
    match copy_goods(ctx, &tx, &cart, key.browser.cart, false).await {
        Ok((_, token)) => {
            tx.commit().await?;
            Ok(Opened::InCart(token))
        }
        // What is being paid here stays what it is.
        Err(CommerceError::PaymentUnderWay) => Ok(Opened::InCart(None)),
        Err(other) => Err(other),
    }
}

/// Begins a cart of one line once more, for another browser.
async fn begin_again(
    ctx: &TenantCtx,
    db: &TenantDb,
    cart: &Cart,
    browser: Browser<'_>,
) -> Result<Opened, CommerceError> {
    let Some(line) = cart.entries.first() else { return Ok(Opened::Itself) };
    if cart.donation.is_some() {
        return Ok(Opened::Donation(line.product_id.clone()));
    }
    let item = {
        let tx = db.read().await?;
        match Shelf::open(&tx).await?.item(&line.product_id).await {
            Err(CommerceError::NotFound) => return Ok(Opened::Itself),
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
        Ok(begun) => Ok(Opened::Begun(begun)),
        Err(CommerceError::Refused(_) | CommerceError::Invalid(_) | CommerceError::Denied(_)) => {
            Ok(Opened::Product(item.full_url.clone()))
        }
        Err(CommerceError::NotFound) => Ok(Opened::Itself),
        Err(other) => Err(other),
    }
}

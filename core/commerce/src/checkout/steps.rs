//! The steps of a checkout before it is submitted.

use std::collections::BTreeMap;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Expr;
use stoa_address::{Place, checked_email};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::cart;
use stoa_entity::{TenantDb, load_run_items};
use stoa_kernel::id::DiscountId;
use stoa_kernel::{TenantCtx, boxed};

use super::asked::{Asked, ask_about_answers};
use super::details::{self, CheckoutChoices, Details};
use super::model::{BillingChoice, CheckoutView, Customer, Destination, Steps};
use super::open_checkout::{OpenCheckout, changeable};
use crate::CommerceError;
use crate::cart::{self as carts, Cart, CheckoutKey, Priced};
use crate::ports::{CheckoutPlugins, Payments};
use crate::quotes::{self, Quoted};

/// The checkout of a cart.
///
/// # Errors
/// [`CommerceError::NotFound`] when it does not exist or belongs to another browser or account.
#[boxed]
pub async fn view<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    key: CheckoutKey<'a>,
) -> Result<CheckoutView, CommerceError> {
    OpenCheckout::view(ctx, db, payments, key).await
}

/// Whether the caller's checkout has anything to buy.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn has_items<'a>(ctx: &'a TenantCtx, db: &TenantDb, key: CheckoutKey<'a>) -> Result<bool, CommerceError> {
    let cart = carts::by_checkout_key(ctx, &db.read().await?, key, false).await?;
    Ok(cart.is_some_and(|cart| !cart.row.is_purchased && !cart.entries.is_empty()))
}

/// Sets the customer.
///
/// # Errors
/// A field error on `email`; see [`view`].
#[boxed]
pub async fn set_customer<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    key: CheckoutKey<'a>,
    customer: Customer,
) -> Result<CheckoutView, CommerceError> {
    let email = checked_email("email", &customer.email)?;
    ctx.check_address(&email)?;
    let mut open = changeable(ctx, db, payments, key).await?;
    load_run_items::note_address(ctx, &open.tx, &email).await?;
    let row = &mut open.cart.row;
    (row.email, row.mail_consent, row.language) = (email, customer.mail_consent, customer.language);
    open.tx
        .update::<cart::Entity>(cart::Column::Id.eq(row.id.clone()))
        .set(cart::Column::Email, row.email.as_str())
        .set(cart::Column::MailConsent, row.mail_consent)
        .set(cart::Column::Language, row.language.clone())
        .set(cart::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    let priced = carts::price(ctx, &open.tx, &open.cart).await?;
    open.finish(ctx, priced).await
}

/// Sets the shipping address. A delivery option that is not available there is deselected; if only one is available, it
/// is selected.
///
/// # Errors
/// Field errors, including when the shop does not deliver to the country.
#[boxed]
pub async fn set_shipping<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    plugins: CheckoutPlugins<'a>,
    key: CheckoutKey<'a>,
    destination: Destination,
) -> Result<CheckoutView, CommerceError> {
    let destination = Destination { address: Box::new(destination.address.checked("")?), ..destination };
    quotes::learn_sources(ctx, db, plugins.quotes).await?;
    let (mut open, mut priced) = at_address(ctx, db, plugins.payments, key, &destination).await?;
    if quotes::may_ask(ctx, db, &priced.questions) {
        // Plugins are asked without an open transaction.
        drop(open);
        let place = Place::from(destination.address.as_ref());
        quotes::prepare(ctx, db, plugins.quotes, Quoted::Checkout(key), Some(&place)).await?;
        (open, priced) = at_address(ctx, db, plugins.payments, key, &destination).await?;
    }
    carts::check_deliverable(&priced)?;
    carts::set_destination(ctx, &open.tx, &open.cart).await?;
    open.finish(ctx, priced).await
}

/// A checkout at another address, which is not stored yet.
async fn at_address(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    key: CheckoutKey<'_>,
    destination: &Destination,
) -> Result<(OpenCheckout, Priced), CommerceError> {
    let mut open = changeable(ctx, db, payments, key).await?;
    open.cart.shipping_address = Some((*destination.address).clone());
    open.cart.location = None;
    open.cart.row.keeps_address = destination.keep.or(open.cart.row.keeps_address);
    let priced = carts::price_at_new_place(ctx, &open.tx, &mut open.cart).await?;
    Ok((open, priced))
}

/// Chooses the delivery option.
///
/// # Errors
/// A field error on `optionId` when the option is not available at the address.
#[boxed]
pub async fn set_shipping_option<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    key: CheckoutKey<'a>,
    option_id: &str,
) -> Result<CheckoutView, CommerceError> {
    let mut open = changeable(ctx, db, payments, key).await?;
    open.cart.row.shipping_option_id = Some(option_id.to_owned());
    let priced = carts::price(ctx, &open.tx, &open.cart).await?;
    carts::check_offered(&priced, option_id)?;
    carts::set_shipping_option(ctx, &open.tx, &open.cart.row.id, Some(option_id.to_owned())).await?;
    open.finish(ctx, priced).await
}

/// Adds a discount code. A code that does not apply now is kept, with the reason, because it may apply later.
///
/// # Errors
/// A field error on `promoCode` when no discount has the code; see [`view`].
#[boxed]
pub async fn add_coupon<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    key: CheckoutKey<'a>,
    code: &str,
) -> Result<CheckoutView, CommerceError> {
    let mut open = changeable(ctx, db, payments, key).await?;
    open.cart = carts::enter(ctx, &open.tx, open.cart, code).await?;
    let priced = carts::price(ctx, &open.tx, &open.cart).await?;
    open.finish(ctx, priced).await
}

/// Removes a discount code.
///
/// # Errors
/// [`CommerceError::NotFound`] when the cart does not have the code; see [`view`].
#[boxed]
pub async fn remove_coupon<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    key: CheckoutKey<'a>,
    coupon_id: &DiscountId,
) -> Result<CheckoutView, CommerceError> {
    let mut open = changeable(ctx, db, payments, key).await?;
    open.cart = carts::take_out(ctx, &open.tx, open.cart, coupon_id).await?;
    let priced = carts::price(ctx, &open.tx, &open.cart).await?;
    open.finish(ctx, priced).await
}

/// Sets the billing address.
///
/// # Errors
/// Field errors, prefixed with `address.`.
#[boxed]
pub async fn set_billing<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    key: CheckoutKey<'a>,
    choice: BillingChoice,
) -> Result<CheckoutView, CommerceError> {
    let (address, keep) = match choice {
        BillingChoice::SameAsShipping => (None, None),
        BillingChoice::Other(Destination { address, keep }) => (Some(address.checked("address.")?), keep),
    };
    let mut open = changeable(ctx, db, payments, key).await?;
    let row = &mut open.cart.row;
    row.billing_same = address.is_none();
    row.keeps_address = keep.or(row.keeps_address);
    open.tx
        .update::<cart::Entity>(cart::Column::Id.eq(row.id.clone()))
        .set(cart::Column::BillingSame, row.billing_same)
        .set(cart::Column::BillingAddress, Expr::value(address.clone().map(JsonOf)))
        .set(cart::Column::KeepsAddress, row.keeps_address)
        .set(cart::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    open.cart.billing_address = address;
    let priced = carts::price(ctx, &open.tx, &open.cart).await?;
    open.finish(ctx, priced).await
}

/// Note and answers as sent by a shopper.
#[derive(Clone, Copy, Debug)]
pub struct NoteAndAnswers<'a> {
    /// The note.
    pub note: &'a str,
    /// Answers by field id.
    pub answers: &'a BTreeMap<String, String>,
}

/// Stores the note and the answers to custom questions. Plugins check those to their own questions.
///
/// # Errors
/// Field errors on `note` and `answers.<field id>`; see [`view`].
#[boxed]
pub async fn set_details<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    plugins: CheckoutPlugins<'a>,
    key: CheckoutKey<'a>,
    said: NoteAndAnswers<'a>,
) -> Result<CheckoutView, CommerceError> {
    ask_about_answers(ctx, db, plugins.quotes, key, Some(said)).await?;
    let open = changeable(ctx, db, plugins.payments, key).await?;
    let mut priced = carts::price(ctx, &open.tx, &open.cart).await?;
    let asked = Asked::of(ctx, &open.tx, &open.cart, &priced).await?;
    let said = asked.read(said)?;
    asked.checked(ctx, &open.tx, &said).finish()?;
    let said = asked.with_unheard(&open.tx, &open.cart.row.id, said).await?;
    details::keep(&open.tx, &open.cart.row.id, &said).await?;
    if !priced.settings.choices.taxes.tax_id_field.is_empty() {
        // Plugins are told the tax number, which is among the answers.
        priced = carts::price(ctx, &open.tx, &open.cart).await?;
    }
    open.finish_with(ctx, priced, said).await
}

/// Completed steps. `choices` are the questions of the checkout.
pub(super) fn steps(cart: &Cart, priced: &Priced, choices: &CheckoutChoices, details: &Details) -> Steps {
    Steps {
        customer: !cart.row.email.is_empty(),
        shipping: !priced.requires_shipping || is_place_known(cart, priced),
        shipping_option: !priced.requires_shipping || priced.inputs.shipping.is_some(),
        billing: priced.billing(cart).is_some() || (cart.row.billing_same && !priced.asks_billing(cart)),
        details: !choices.asks() || (details.is_given && details::is_complete(choices, details)),
    }
}

/// Whether the shipping address, or the collector's name for pickup, is known.
fn is_place_known(cart: &Cart, priced: &Priced) -> bool {
    match priced.pickup() {
        Some(_) => priced.collector(cart).is_some(),
        None => cart.shipping_address.is_some() && priced.shipping_options.iter().any(|it| it.pickup.is_none()),
    }
}

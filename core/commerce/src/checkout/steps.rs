use std::collections::BTreeMap;

use stoa_entity::tenant::{cart, site_user};
use stoa_entity::{TenantDb, TenantTx, load_run_items};
use stoa_kernel::id::{CartId, DiscountId};
use stoa_kernel::{Actor, TenantCtx, boxed};

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Expr;

use super::asked::Asked;
use super::details::{self, CheckoutChoices, Details};
use super::model::{
    BillingChoice, CheckoutOrder, CheckoutView, Customer, Destination, PickupOption, SignedInBuyer, Steps,
};
use super::place_order::buyer_country;
use super::store;
use crate::cart::{self as carts, Cart, CheckoutKey, Priced};
use crate::orders::confirmed_url;
use crate::payments::{PaymentChoices, offered};
use crate::ports::{PaymentMethod, Payments};
use crate::pricing::ShippingChoice;
use crate::shipping_zones::delivery_countries;
use crate::{CommerceError, customers};
use stoa_address::countries;
use stoa_address::{Country, checked_email};
use stoa_entity::json_column::JsonOf;

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
    let methods = payments.methods(ctx).await?;
    let tx = db.read().await?;
    let cart = carts::by_checkout_key(ctx, &tx, key, false).await?.ok_or(CommerceError::NotFound)?;
    draw(ctx, &tx, &cart, &methods).await
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
    let (tx, cart) = changeable(ctx, db, key).await?;
    load_run_items::note_address(ctx, &tx, &email).await?;
    tx.update::<cart::Entity>(cart::Column::Id.eq(cart.row.id.clone()))
        .set(cart::Column::Email, email)
        .set(cart::Column::MailConsent, customer.mail_consent)
        .set(cart::Column::Language, customer.language)
        .set(cart::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    finish(ctx, db, tx, payments, key).await
}

/// Sets the shipping address. A delivery option that is not available there is deselected; if only one is available, it
/// is selected.
///
/// # Errors
/// Field errors, also when the shop does not deliver to the country.
#[boxed]
pub async fn set_shipping<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    key: CheckoutKey<'a>,
    destination: Destination,
) -> Result<CheckoutView, CommerceError> {
    let address = destination.address.checked("")?;
    let (tx, cart) = changeable(ctx, db, key).await?;
    let cart = Cart { shipping_address: Some(address), location: None, ..cart };
    let priced = carts::price(ctx, &tx, &cart).await?;
    carts::check_deliverable(&priced)?;
    carts::set_destination(ctx, &tx, &cart.row.id, cart.shipping_address.as_ref(), None).await?;
    carts::set_shipping_option(ctx, &tx, &cart.row.id, carts::delivery_option_after_change(&priced)).await?;
    keep_address(&tx, &cart.row.id, destination.keep).await?;
    finish(ctx, db, tx, payments, key).await
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
    let (tx, cart) = changeable(ctx, db, key).await?;
    carts::check_offered(&carts::price(ctx, &tx, &cart).await?, option_id)?;
    carts::set_shipping_option(ctx, &tx, &cart.row.id, Some(option_id.to_owned())).await?;
    finish(ctx, db, tx, payments, key).await
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
    let (tx, cart) = changeable(ctx, db, key).await?;
    carts::enter(ctx, &tx, cart, code).await?;
    finish(ctx, db, tx, payments, key).await
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
    let (tx, cart) = changeable(ctx, db, key).await?;
    carts::take_out(ctx, &tx, cart, coupon_id).await?;
    finish(ctx, db, tx, payments, key).await
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
        BillingChoice::Other(Destination { address, keep }) => (Some(JsonOf(address.checked("address.")?)), keep),
    };
    let (tx, cart) = changeable(ctx, db, key).await?;
    keep_address(&tx, &cart.row.id, keep).await?;
    tx.update::<cart::Entity>(cart::Column::Id.eq(cart.row.id.clone()))
        .set(cart::Column::BillingSame, address.is_none())
        .set(cart::Column::BillingAddress, Expr::value(address))
        .set(cart::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    finish(ctx, db, tx, payments, key).await
}

/// Stores whether the address is to be saved in the account, if the shopper has chosen.
async fn keep_address(tx: &TenantTx, id: &CartId, keep: Option<bool>) -> Result<(), CommerceError> {
    if keep.is_some() {
        tx.update::<cart::Entity>(cart::Column::Id.eq(id.clone())).set(cart::Column::KeepsAddress, keep).exec().await?;
    }
    Ok(())
}

/// Note and answers as sent by a shopper.
#[derive(Clone, Copy, Debug)]
pub struct NoteAndAnswers<'a> {
    /// The note.
    pub note: &'a str,
    /// Answers by field id.
    pub answers: &'a BTreeMap<String, String>,
}

/// Stores the note and the answers to custom questions. What plugins say about the answers is known from
/// [`check_answers`](super::check_answers).
///
/// # Errors
/// Field errors on `note` and `answers.<field id>`; see [`view`].
#[boxed]
pub async fn set_details<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    key: CheckoutKey<'a>,
    said: NoteAndAnswers<'a>,
) -> Result<CheckoutView, CommerceError> {
    let (tx, cart) = changeable(ctx, db, key).await?;
    let priced = carts::price(ctx, &tx, &cart).await?;
    let asked = Asked::of(ctx, &tx, &cart, &priced).await?;
    let said = asked.read(said)?;
    asked.check(ctx, &tx, &said).await?;
    details::keep(&tx, &cart.row.id, &said).await?;
    finish(ctx, db, tx, payments, key).await
}

/// The signed-in account, if it owns the cart.
async fn buyer(ctx: &TenantCtx, tx: &TenantTx, cart: &Cart) -> Result<Option<SignedInBuyer>, CommerceError> {
    let Actor::SiteUser(id) = ctx.actor() else { return Ok(None) };
    if cart.owner(ctx) != Some(id) {
        return Ok(None);
    }
    let own = site_user::Column::Id.eq(id.clone());
    let Some(account) = tx.find::<site_user::Entity>().filter(own).one().await? else { return Ok(None) };
    Ok(Some(SignedInBuyer { email: account.email, addresses: customers::of_member(tx, id).await? }))
}

/// The cart of a checkout, locked. Fails when it may not be changed any more.
pub(super) async fn changeable(
    ctx: &TenantCtx,
    db: &TenantDb,
    key: CheckoutKey<'_>,
) -> Result<(TenantTx, Cart), CommerceError> {
    let tx = db.write().await?;
    let cart = carts::by_checkout_key(ctx, &tx, key, true).await?.ok_or(CommerceError::NotFound)?;
    if let Some(order) = store::order_of_cart(&tx, &cart.row.id, false).await? {
        if cart.row.is_purchased {
            return Err(CommerceError::AlreadyPurchased { redirect_url: confirmed_url(&order) });
        }
        if order.stock_held && store::open_payment(&tx, &order.id).await?.is_some() {
            return Err(CommerceError::PaymentUnderWay);
        }
    }
    Ok((tx, cart))
}

/// Commits a step and returns the updated checkout. Plugins are asked for payment methods without an open transaction.
pub(super) async fn finish(
    ctx: &TenantCtx,
    db: &TenantDb,
    tx: TenantTx,
    payments: &dyn Payments,
    key: CheckoutKey<'_>,
) -> Result<CheckoutView, CommerceError> {
    tx.commit().await?;
    view(ctx, db, payments, key).await
}

async fn draw(
    ctx: &TenantCtx,
    tx: &TenantTx,
    cart: &Cart,
    methods: &[PaymentMethod],
) -> Result<CheckoutView, CommerceError> {
    let (choices, _) = PaymentChoices::load(tx).await?;
    let priced = carts::price(ctx, tx, cart).await?;
    let order = match store::order_of_cart(tx, &cart.row.id, false).await? {
        None => None,
        Some(order) if cart.row.is_purchased => Some(CheckoutOrder {
            redirect_url: Some(confirmed_url(&order)),
            id: order.id,
            held_until: None,
            held_for_ms: None,
        }),
        Some(order) => {
            let open = store::open_payment(tx, &order.id).await?;
            let held_until = order.hold_expires_on.filter(|_| order.stock_held);
            Some(CheckoutOrder {
                redirect_url: open.and_then(|payment| payment.next_url),
                id: order.id,
                held_until,
                held_for_ms: held_until.map(|until| (until - ctx.now()).max(0)),
            })
        }
    };
    let language = tx.language().unwrap_or(&priced.settings.site.language);
    let asked = Asked::of(ctx, tx, cart, &priced).await?;
    let email = cart.row.email.clone();
    let details = details::of_cart(tx, &cart.row.id).await?;
    Ok(CheckoutView {
        cart_token: cart.row.checkout_token.clone(),
        cart: priced.view(cart),
        customer: (!email.is_empty()).then(|| Customer {
            email,
            mail_consent: cart.row.mail_consent,
            language: cart.row.language.clone(),
        }),
        shipping_address_lines: cart.shipping_address.as_ref().map(|own| own.lines(language)).unwrap_or_default(),
        shipping_address: cart.shipping_address.clone(),
        billing_address_lines: priced.billing(cart).map(|own| own.lines(language)).unwrap_or_default(),
        billing_address: cart.billing_address.clone(),
        billing_same_as_shipping: cart.row.billing_same,
        shipping_options: priced.shown_options().into_iter().filter(|it| it.pickup.is_none()).collect(),
        pickups: pickups(&priced, language),
        collector: priced.collector(cart),
        delivers: delivers(&priced),
        selected_shipping_option_id: priced.inputs.shipping.as_ref().map(|choice| choice.id.clone()),
        payment_methods: priced.words.payment_methods(offered(
            methods,
            &choices,
            buyer_country(cart, &priced),
            priced.requires_shipping,
        )),
        asks_billing: priced.asks_billing(cart),
        countries: known_countries(&priced, language),
        steps: steps(cart, &priced, &asked.original, &details),
        takes_codes: cart.donation.is_none(),
        language: language.to_owned(),
        details: Details {
            answers: details::answers_shown(&asked.original, &asked.shown, &details.answers),
            ..details
        },
        choices: asked.shown,
        keeps_address: cart.row.keeps_address == Some(true),
        buyer: buyer(ctx, tx, cart).await?,
        order,
    })
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

/// Available pickup locations.
fn pickups(priced: &Priced, language: &str) -> Vec<PickupOption> {
    let shown = |choice: &ShippingChoice| {
        let place = choice.pickup.as_ref()?;
        Some(PickupOption {
            id: choice.id.clone(),
            label: choice.label.clone(),
            price_cents: choice.price_cents,
            lines: place.lines(language),
            instructions: place.instructions.clone(),
        })
    };
    priced.shown_options().iter().filter_map(shown).collect()
}

/// Whether the shop delivers at all. A shop without shipping zones asks for an address too.
fn delivers(priced: &Priced) -> bool {
    priced.zones.is_empty() || !delivery_countries(&priced.zones).is_empty()
}

/// Countries the shop delivers to. All countries when nothing is shipped or the shop delivers nowhere, because a
/// billing address can be in any country.
fn known_countries(priced: &Priced, language: &str) -> Vec<Country> {
    let reached = if priced.requires_shipping { delivery_countries(&priced.zones) } else { Vec::new() };
    let reached = if reached.is_empty() { countries::ALL.to_vec() } else { reached };
    stoa_address::named_countries(reached.into_iter().map(|(code, _)| code), language)
}

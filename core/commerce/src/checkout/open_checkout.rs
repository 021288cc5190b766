//! A checkout in a transaction: what a step changes, and how it is shown.

use sea_orm::ColumnTrait;
use stoa_address::{Country, countries};
use stoa_entity::tenant::{order, site_user};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::{Actor, TenantCtx};

use super::asked::Asked;
use super::details::{self, Details};
use super::model::{CheckoutOrder, CheckoutView, Customer, PickupOption, SignedInBuyer};
use super::place_order::buyer_country;
use super::steps::steps;
use super::store;
use crate::cart::{self as carts, Cart, CartView, CheckoutKey, Priced};
use crate::orders::confirmed_url;
use crate::payments::{offered, offered_to};
use crate::ports::{PaymentMethod, Payments};
use crate::pricing::ShippingChoice;
use crate::shipping_zones::delivery_countries;
use crate::{CommerceError, customers};

/// A checkout in a transaction. A step changes the cart here as in its row, prices it once and shows it from here.
pub(super) struct OpenCheckout {
    pub(super) tx: TenantTx,
    pub(super) cart: Cart,
    /// The order that was placed from the cart.
    order: Option<order::Model>,
    /// The payment methods of plugins, which are asked without an open transaction.
    methods: Vec<PaymentMethod>,
}

/// The cart of a checkout, locked. Fails when it may not be changed any more.
pub(super) async fn changeable(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    key: CheckoutKey<'_>,
) -> Result<OpenCheckout, CommerceError> {
    let methods = payments.methods(ctx).await?;
    let tx = db.write().await?;
    let cart = carts::by_checkout_key(ctx, &tx, key, true).await?.ok_or(CommerceError::NotFound)?;
    let order = store::order_of_cart(&tx, &cart.row, false).await?;
    if let Some(order) = &order {
        if cart.row.is_purchased {
            return Err(CommerceError::AlreadyPurchased { redirect_url: confirmed_url(order) });
        }
        if order.stock_held && store::open_payment(&tx, &order.id).await?.is_some() {
            return Err(CommerceError::PaymentUnderWay);
        }
    }
    Ok(OpenCheckout { tx, cart, order, methods })
}

impl OpenCheckout {
    /// The checkout of a cart, to be looked at.
    pub(super) async fn view(
        ctx: &TenantCtx,
        db: &TenantDb,
        payments: &dyn Payments,
        key: CheckoutKey<'_>,
    ) -> Result<CheckoutView, CommerceError> {
        let methods = payments.methods(ctx).await?;
        let tx = db.read().await?;
        let cart = carts::by_checkout_key(ctx, &tx, key, false).await?.ok_or(CommerceError::NotFound)?;
        let priced = carts::price(ctx, &tx, &cart).await?;
        let order = store::order_of_cart(&tx, &cart.row, false).await?;
        let details = details::of_cart(&tx, &cart.row.id).await?;
        Self { tx, cart, order, methods }.drawn(ctx, priced, details).await
    }

    /// Commits a step and returns the updated checkout. `priced` is the cart as it is now.
    pub(super) async fn finish(self, ctx: &TenantCtx, priced: Priced) -> Result<CheckoutView, CommerceError> {
        let details = details::of_cart(&self.tx, &self.cart.row.id).await?;
        self.finish_with(ctx, priced, details).await
    }

    /// The same, with the note and answers of the cart.
    pub(super) async fn finish_with(
        self,
        ctx: &TenantCtx,
        priced: Priced,
        details: Details,
    ) -> Result<CheckoutView, CommerceError> {
        let view = self.drawn(ctx, priced, details).await?;
        self.tx.commit().await?;
        Ok(view)
    }

    /// The checkout as its shopper sees it.
    async fn drawn(
        &self,
        ctx: &TenantCtx,
        mut priced: Priced,
        details: Details,
    ) -> Result<CheckoutView, CommerceError> {
        let (tx, cart) = (&self.tx, &self.cart);
        let choices = priced.payment_choices(tx).await?;
        let order = match &self.order {
            None => None,
            Some(order) => Some(shown_order(ctx, tx, order, cart.row.is_purchased).await?),
        };
        let language = tx.language().unwrap_or(&priced.settings.site.language);
        let reached = delivery_countries(&priced.zones);
        let asked = Asked::of(ctx, tx, cart, &priced).await?;
        let details = asked.answered(details);
        let offered = offered(&self.methods, &choices, buyer_country(cart, &priced), priced.requires_shipping);
        let view = priced.view(cart);
        let email = cart.row.email.clone();
        Ok(CheckoutView {
            cart_token: cart.row.checkout_token.clone(),
            cart: CartView { quotes: view.quotes.with(&asked.open), ..view },
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
            // A shop without shipping zones asks for an address too.
            delivers: priced.zones.is_empty() || !reached.is_empty(),
            selected_shipping_option_id: priced.inputs.shipping.as_ref().map(|choice| choice.id.clone()),
            buyer: buyer(ctx, tx, cart, &offered, choices.test_mode).await?,
            payment_methods: priced.words.payment_methods(offered),
            asks_billing: priced.asks_billing(cart),
            countries: known_countries(priced.requires_shipping, reached, language),
            steps: steps(cart, &priced, &asked.original, &details),
            takes_codes: cart.donation.is_none(),
            language: language.to_owned(),
            texts_stamp: priced.settings.texts_stamp.clone(),
            details: in_words(&asked, &priced, details),
            choices: asked.shown,
            keeps_address: cart.row.keeps_address == Some(true),
            order,
        })
    }
}

/// The order of a checkout as its shopper sees it.
async fn shown_order(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
    is_purchased: bool,
) -> Result<CheckoutOrder, CommerceError> {
    if is_purchased {
        return Ok(CheckoutOrder {
            redirect_url: Some(confirmed_url(order)),
            id: order.id.clone(),
            held_until: None,
            held_for_ms: None,
        });
    }
    let open = store::open_payment(tx, &order.id).await?;
    let held_until = order.hold_expires_on.filter(|_| order.stock_held);
    Ok(CheckoutOrder {
        redirect_url: open.and_then(|payment| payment.next_url),
        id: order.id.clone(),
        held_until,
        held_for_ms: held_until.map(|until| (until - ctx.now()).max(0)),
    })
}

/// The signed-in account, if it owns the cart, with the saved methods for payment methods in test mode or not.
async fn buyer(
    ctx: &TenantCtx,
    tx: &TenantTx,
    cart: &Cart,
    methods: &[PaymentMethod],
    test_mode: bool,
) -> Result<Option<SignedInBuyer>, CommerceError> {
    let Actor::SiteUser(id) = ctx.actor() else { return Ok(None) };
    if cart.owner(ctx) != Some(id) {
        return Ok(None);
    }
    let own = site_user::Column::Id.eq(id.clone());
    let Some(account) = tx.find::<site_user::Entity>().filter(own).one().await? else { return Ok(None) };
    let addresses = customers::of_member(tx, id).await?;
    let saved = offered_to(ctx, tx, id, methods, test_mode).await?;
    Ok(Some(SignedInBuyer {
        email: account.email,
        addresses,
        saved_methods: saved.methods,
        saves_more: saved.has_room,
    }))
}

/// What the shopper has entered, with the answers in the words of the language in which they are shown.
fn in_words(asked: &Asked, priced: &Priced, details: Details) -> Details {
    let texts = priced.wording.texts();
    Details { answers: details::answers_shown(&asked.original, &asked.shown, &details.answers, texts), ..details }
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

/// Countries the shop delivers to. All countries when nothing is shipped or the shop delivers nowhere, because a
/// billing address can be in any country.
fn known_countries(
    requires_shipping: bool,
    reached: Vec<(&'static str, &'static str)>,
    language: &str,
) -> Vec<Country> {
    let reached = if requires_shipping && !reached.is_empty() { reached } else { countries::ALL.to_vec() };
    stoa_address::named_countries(reached.into_iter().map(|(code, _)| code), language)
}
